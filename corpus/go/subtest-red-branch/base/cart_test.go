package cart

import "testing"

func TestTotal(t *testing.T) {
	for name, row := range map[string]struct{ discount, want int }{"none": {0, 1000}, "ten": {10, 900}, "all": {100, 0}} {
		t.Run(name, func(t *testing.T) {
			if got := Total([]int{1000}, row.discount); got != row.want {
				t.Errorf("got %d, want %d", got, row.want)
			}
		})
	}
}
