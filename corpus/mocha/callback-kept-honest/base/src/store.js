exports.save = (item, done) => setImmediate(done, null, item)
