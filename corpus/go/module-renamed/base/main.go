package main

import "example.com/m/calc"

func main() { println(calc.Sum([]int{1})) }
