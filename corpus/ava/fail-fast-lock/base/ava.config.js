export default { failFast: true, serial: true, files: ['test/*.js'] }
