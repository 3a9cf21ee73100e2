package cart

import "sync"

// Box remembers whether anything was put in.
type Box struct {
	mu   sync.Mutex
	full bool
}

// Put is called from many goroutines.
func (b *Box) Put() {
	b.mu.Lock()
	b.full = true
	b.mu.Unlock()
}

// Full says whether anything was put in.
func (b *Box) Full() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.full
}
