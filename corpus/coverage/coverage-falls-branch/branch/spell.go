package cart

// Spell is a price in words.
func Spell(cents int) string {
	switch {
	case cents == 0:
		return "nothing"
	case cents < 100:
		return "small change"
	case cents < 1000:
		return "a few euros"
	}
	return "a lot"
}
