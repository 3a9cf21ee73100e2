exports.save = (item, done) => {
  setTimeout(() => done(null, item), 5)
}
