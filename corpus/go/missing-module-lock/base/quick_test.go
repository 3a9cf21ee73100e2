package cart_test

import (
	"testing"

	"example.invalid/quick/check"
)

func TestQuick(t *testing.T) { check.Run(t) }
