package cart

import "testing"

func TestCents(t *testing.T) {
	if Cents(1) != 100 {
		t.Error("not 100")
	}
}
