package calc

import "testing"

func TestSum(t *testing.T) {
	if got := Split("a,b"); len(got) != 2 {
		t.Errorf("got %v", got)
	}
}
