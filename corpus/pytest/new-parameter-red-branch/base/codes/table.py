CODES = {"created": 201, "gone": 410}
