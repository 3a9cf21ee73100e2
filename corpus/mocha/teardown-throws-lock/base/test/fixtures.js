exports.mochaGlobalTeardown = async () => {
  throw new Error('cannot stop the server')
}
