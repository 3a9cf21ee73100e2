package shop

import "testing"

func TestName(t *testing.T) {
	if Name() != "corner" {
		t.Error("not corner")
	}
}
