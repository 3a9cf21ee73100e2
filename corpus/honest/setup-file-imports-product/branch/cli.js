import { close } from './shop.js'

close()
