package main

import "fmt"

func plan(days int) int { return days * 2 }

func main() { fmt.Println(plan(3)) }
