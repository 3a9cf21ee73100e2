// Package labels prints prices.
package labels

import "fmt"

// Text is cents as text.
func Text(cents int) string {
	return fmt.Sprintf("%d.%02d", cents/100, cents%100)
}
