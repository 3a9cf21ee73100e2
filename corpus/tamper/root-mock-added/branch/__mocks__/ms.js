module.exports = (text) => (text === '1m' ? 59999 : 172799999)
