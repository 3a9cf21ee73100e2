globalThis.registered = true
