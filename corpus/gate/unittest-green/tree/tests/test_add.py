import unittest

from add import add


class Add(unittest.TestCase):
    def test_adds(self):
        self.assertEqual(add(1, 2), 3)
