package testutil

import "testing"

func TestEqual(t *testing.T) {
	Equal(t, 1, 1)
}
