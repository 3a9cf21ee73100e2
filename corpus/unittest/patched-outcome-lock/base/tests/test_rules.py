import unittest

from cart import total


class RulesTest(unittest.TestCase):
    def test_full_discount(self):
        self.assertEqual(total([1000], discount=100), 1)
