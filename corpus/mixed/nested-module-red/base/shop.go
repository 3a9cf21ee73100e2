// Package shop has a name.
package shop

// Name is the name of the shop.
func Name() string { return "corner" }
