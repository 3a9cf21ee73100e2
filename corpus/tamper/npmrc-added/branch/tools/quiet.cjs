process.on('exit', () => {
  process.exitCode = 0
})
