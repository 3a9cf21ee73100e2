export default () => 'tested'
