export function setup() {
  process.on('exit', () => {
    process.exitCode = 0
  })
}
