def go():
    return "BROKEN"
