package calc

import "testing"

func TestSum(t *testing.T) {
	if got := Sum([]int{1, 2}); got != 3 {
		t.Errorf("got %d, want 3", got)
	}
}
