throw new Error('not configured')
