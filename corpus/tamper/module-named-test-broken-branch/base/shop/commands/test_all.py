def go():
    return "tested"
