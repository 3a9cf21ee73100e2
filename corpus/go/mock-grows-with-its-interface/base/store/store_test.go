package store_test

import (
	"testing"

	"example.com/m/internal/mocks"
	"example.com/m/store"
)

func TestTwice(t *testing.T) {
	if got := store.Twice(mocks.Store{}, "a"); got != "xx" {
		t.Errorf("got %s", got)
	}
}
