module example.invalid/cart

go 1.22
