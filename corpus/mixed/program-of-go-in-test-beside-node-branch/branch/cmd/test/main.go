package main

import "fmt"

func plan(days int) int { return days * 3 }

func main() { fmt.Println(plan(3)) }
