package main

import "testing"

func TestPlan(t *testing.T) {
	if plan(2) != 4 {
		t.Fatal("not 4")
	}
}
