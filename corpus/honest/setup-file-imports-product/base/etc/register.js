import { open } from '../shop.js'

open()
