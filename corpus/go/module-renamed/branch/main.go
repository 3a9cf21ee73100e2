package main

import "example.com/renamed/calc"

func main() { println(calc.Sum([]int{1})) }
