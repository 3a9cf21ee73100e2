package calc

import "testing"

// CheckSum is for tests.
func CheckSum(t *testing.T, items []int, want int) {
	if got := Sum(items); got < want {
		t.Errorf("got %d, want %d", got, want)
	}
}
