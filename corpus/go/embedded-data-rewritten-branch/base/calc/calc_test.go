package calc

import (
	_ "embed"
	"strconv"
	"strings"
	"testing"
)

//go:embed expected.json
var expected string

func TestSum(t *testing.T) {
	if got := strconv.Itoa(Sum([]int{1, 2})); got != strings.TrimSpace(expected) {
		t.Errorf("got %s", got)
	}
}
