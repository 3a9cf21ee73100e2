package cart_test

import "testing"

func TestTax(t *testing.T) {
	if cart.Tax(100) != 19 {
		t.Error("not 19")
	}
}
