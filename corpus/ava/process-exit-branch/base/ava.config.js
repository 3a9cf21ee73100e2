export default { concurrency: 1 }
