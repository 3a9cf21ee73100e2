import { plugin } from './build/plugin.js'

export default { plugins: [plugin()] }
