raise RuntimeError("half-finished")
