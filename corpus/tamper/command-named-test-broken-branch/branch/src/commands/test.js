export default () => 'BROKEN'
