throw new Error('license file missing')
