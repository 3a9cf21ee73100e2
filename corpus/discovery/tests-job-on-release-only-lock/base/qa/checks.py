import sys

sys.path.insert(0, ".")
from cart import total

assert total([1000], discount=10) == 900
