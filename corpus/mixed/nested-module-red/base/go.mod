module example.invalid/shop

go 1.22
