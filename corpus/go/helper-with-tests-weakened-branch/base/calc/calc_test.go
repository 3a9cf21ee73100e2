package calc

import (
	"testing"

	"example.com/gohelper2/internal/testutil"
)

func TestSum(t *testing.T) {
	testutil.Equal(t, Sum([]int{1, 2}), 3)
}
