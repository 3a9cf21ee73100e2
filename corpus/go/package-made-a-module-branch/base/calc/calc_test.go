package calc

import "testing"

func TestSum(t *testing.T) {
	if got := Sum([]int{1, 2}); got != 3 {
		t.Errorf("got %d, want 3", got)
	}
}

func TestEmpty(t *testing.T) {
	if got := Sum(nil); got != 0 {
		t.Errorf("got %d, want 0", got)
	}
}
