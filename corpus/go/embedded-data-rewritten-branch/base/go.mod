module example.com/goembed

go 1.22
