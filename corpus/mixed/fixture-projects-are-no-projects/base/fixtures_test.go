package cart_test

import (
	"os"
	"testing"
)

func TestFixturesAreThere(t *testing.T) {
	for _, name := range []string{"testdata/broken/Cargo.toml", "testdata/red/package.json"} {
		if _, err := os.Stat(name); err != nil {
			t.Error(err)
		}
	}
}
