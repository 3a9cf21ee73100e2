// Package cart knows prices in cents.
package cart

import (
	"example.invalid/cart/internal/labels"
	"example.invalid/cart/internal/sums"
)

// Total is the sum of the prices, less a discount in percent.
func Total(prices []int, discount int) int { return sums.Less(prices, discount) }

// Label is cents as text.
func Label(cents int) string { return labels.Text(cents) }
