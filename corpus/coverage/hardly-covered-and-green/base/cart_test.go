package cart

import "testing"

func TestLabelHasTwoDigits(t *testing.T) {
	if Label(1205) != "12.05" {
		t.Error("not 12.05")
	}
}
