// Package cart is the old name of basket.
package cart

import "example.invalid/cart/basket"

// Total is basket.Total.
var Total = basket.Total

// Label is basket.Label.
var Label = basket.Label
