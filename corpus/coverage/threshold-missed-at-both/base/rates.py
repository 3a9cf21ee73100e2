def rate(kind):
    if kind == "books":
        return 7
    if kind == "gift":
        return 0
    return 19
