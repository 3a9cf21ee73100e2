// Package cart knows prices in cents.
package cart

import "fmt"

// Total is the sum of the prices, less a discount in percent.
func Total(prices []int, discount int) int {
	subtotal := added(prices)
	return subtotal - subtotal*discount/100
}

// Label is cents as text.
func Label(cents int) string {
	whole, rest := cents/100, cents%100
	return fmt.Sprintf("%d.%02d", whole, rest)
}

func added(prices []int) (sum int) {
	for i := range prices {
		sum += prices[i]
	}
	return sum
}
