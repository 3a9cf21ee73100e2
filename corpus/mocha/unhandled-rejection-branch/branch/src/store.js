exports.save = (item, done) => {
  Promise.reject(new Error('audit log is gone'))
  setTimeout(() => done(null, item), 20)
}
