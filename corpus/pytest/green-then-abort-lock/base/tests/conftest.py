import atexit
import os

atexit.register(os.abort)
