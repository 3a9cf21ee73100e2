package calc

import (
	"testing"

	"example.com/gohelper/internal/assert"
)

func TestSum(t *testing.T) {
	assert.Equal(t, Sum([]int{1, 2}), 3)
}
