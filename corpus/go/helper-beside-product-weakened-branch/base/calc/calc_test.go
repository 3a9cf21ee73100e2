package calc

import "testing"

func TestSum(t *testing.T) {
	CheckSum(t, []int{1, 2}, 3)
}
