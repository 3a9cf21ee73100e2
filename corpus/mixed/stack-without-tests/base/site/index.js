document.title = 'Corner shop'
