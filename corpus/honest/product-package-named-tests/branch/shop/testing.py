def sample():
    return [100]


def samples(n):
    return sample() * n
