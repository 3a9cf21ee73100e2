// Package cart knows prices in cents.
package cart

import "fmt"

// Total is the sum of the prices, less a discount in percent.
func Total(prices []int, discount int) int {
	subtotal := 0
	for _, price := range prices {
		subtotal += price
	}
	return subtotal - subtotal*discount/100
}

// Label is cents as text.
func Label(cents int) string {
	return fmt.Sprintf("%d.%02d", cents/100, cents%100)
}
