package cart

import "sync/atomic"

// Box remembers whether anything was put in.
type Box struct{ full atomic.Bool }

// Put is called from many goroutines.
func (b *Box) Put() { b.full.Store(true) }

// Full says whether anything was put in.
func (b *Box) Full() bool { return b.full.Load() }
