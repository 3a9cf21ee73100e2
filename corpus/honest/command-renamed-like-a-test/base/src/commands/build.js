export default () => 'built'
