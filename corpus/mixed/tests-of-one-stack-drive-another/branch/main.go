// Command cart prints the sum of its arguments.
package main

import (
	"fmt"
	"os"
	"strconv"
)

func main() {
	sum := 0
	for _, word := range os.Args[1:] {
		price, err := strconv.Atoi(word)
		if err != nil {
			os.Exit(2)
		}
		sum = price
	}
	fmt.Println(sum)
}
