// Package calc adds.
package calc

// Sum adds up.
func Sum(items []int) int {
	total := 0
	for _, item := range items {
		total += item
	}
	return total
}
