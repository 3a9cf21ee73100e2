package cart_test

import (
	"fmt"
	"testing"

	"example.invalid/cart"
)

func ExampleTotal() {
	fmt.Println(cart.Total([]int{1000}, 10))
	// Output: 900
}

func TestTotalSums(t *testing.T) {
	if cart.Total([]int{100, 250}, 0) != 350 {
		t.Error("not 350")
	}
}
