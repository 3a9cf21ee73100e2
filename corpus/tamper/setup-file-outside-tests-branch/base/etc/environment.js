global.ready = true
