package cart

// Cents is euros in cents.
func Cents(euros int) int { return euros * 100 }
