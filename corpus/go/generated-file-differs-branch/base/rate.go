package cart

//go:generate go run ./mkrates

// Rate is the tax of a kind in percent.
func Rate(kind string) int {
	if rate, ok := rates[kind]; ok {
		return rate
	}
	return rates["other"]
}
