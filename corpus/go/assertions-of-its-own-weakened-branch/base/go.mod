module example.com/gohelper

go 1.22
