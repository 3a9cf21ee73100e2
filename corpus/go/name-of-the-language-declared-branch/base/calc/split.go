package calc

import "strings"

func Split(text string) []string { return strings.Split(text, ",") }
