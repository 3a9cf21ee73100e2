module example.com/m/calc

go 1.22
