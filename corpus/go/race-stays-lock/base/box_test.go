package cart

import (
	"sync"
	"testing"
)

func TestBoxIsFull(t *testing.T) {
	var box Box
	var all sync.WaitGroup
	for i := 0; i < 8; i++ {
		all.Add(1)
		go func() {
			defer all.Done()
			for n := 0; n < 200; n++ {
				box.Put()
			}
		}()
	}
	all.Wait()
	if !box.Full() {
		t.Error("not full")
	}
}
