package cart

// List is a list of prices.
type List struct{ Prices []int }

// Reset empties nothing.
func (c *List) Reset() {
	c.Prices = c.Prices
}
