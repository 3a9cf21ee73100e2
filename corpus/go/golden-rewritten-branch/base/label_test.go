package cart_test

import (
	"os"
	"testing"

	"example.invalid/cart"
)

func TestLabelIsGolden(t *testing.T) {
	want, err := os.ReadFile("testdata/label.golden")
	if err != nil {
		t.Fatal(err)
	}
	if got := cart.Label(1205) + "\n"; got != string(want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
