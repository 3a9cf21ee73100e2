import unittest

from cart import total


class SmokeTest(unittest.TestCase):
    def test_nothing_costs_nothing(self):
        self.assertEqual(total([]), 0)
