exports.old = true
