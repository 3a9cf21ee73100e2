def sample():
    return [100]
