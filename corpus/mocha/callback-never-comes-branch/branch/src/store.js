exports.save = (item) => setImmediate(() => item)
