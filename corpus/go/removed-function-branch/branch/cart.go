// Package cart knows prices in cents.
package cart

// Total is the sum of the prices, less a discount in percent.
func Total(prices []int, discount int) int {
	subtotal := 0
	for _, price := range prices {
		subtotal += price
	}
	return subtotal - subtotal*discount/100
}
