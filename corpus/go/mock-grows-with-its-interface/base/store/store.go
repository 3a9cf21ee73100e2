package store

// Store keeps.
type Store interface {
	Get(key string) string
}

// Twice asks twice.
func Twice(s Store, key string) string { return s.Get(key) + s.Get(key) }
