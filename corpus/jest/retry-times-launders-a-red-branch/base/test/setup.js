jest.retryTimes(2)
