module example.com/gohelper2

go 1.22
