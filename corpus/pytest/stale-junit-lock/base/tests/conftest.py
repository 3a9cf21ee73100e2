raise RuntimeError("fixture server is gone")
