module example.com/gosame

go 1.22
