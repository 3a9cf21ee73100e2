CODES = {"created": 201, "gone": 410, "teapot": -418}
