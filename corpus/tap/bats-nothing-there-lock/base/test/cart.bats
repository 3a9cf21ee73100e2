# Tests are to come.
