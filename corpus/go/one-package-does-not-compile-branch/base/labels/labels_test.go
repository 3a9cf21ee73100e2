package labels

import "testing"

func TestText(t *testing.T) {
	if Text(1) != "c" {
		t.Error("not c")
	}
}
