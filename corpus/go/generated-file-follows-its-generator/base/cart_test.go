package cart_test

import (
	"testing"

	"example.invalid/cart"
)

func TestTotalSums(t *testing.T) {
	if got := cart.Total([]int{100, 250}, 0); got != 350 {
		t.Errorf("got %d, want 350", got)
	}
}

func TestTotalTakesTheDiscount(t *testing.T) {
	if got := cart.Total([]int{1000}, 10); got != 900 {
		t.Errorf("got %d, want 900", got)
	}
}

func TestLabelHasTwoDigits(t *testing.T) {
	if got := cart.Label(1205); got != "12.05" {
		t.Errorf("got %s, want 12.05", got)
	}
}
