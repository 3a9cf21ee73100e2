package cart

import "testing"

func TestRateOfBooks(t *testing.T) {
	if Rate("books") != 7 {
		t.Error("not 7")
	}
}
