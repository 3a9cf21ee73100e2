// Package sums adds prices.
package sums

// Less is the sum of the prices, less a discount in percent.
func Less(prices []int, discount int) int {
	subtotal := 0
	for _, price := range prices {
		subtotal += price
	}
	return subtotal - subtotal*discount/100
}
