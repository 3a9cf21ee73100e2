def pytest_runtest_logreport(report):
    raise OSError("the result server is gone")
