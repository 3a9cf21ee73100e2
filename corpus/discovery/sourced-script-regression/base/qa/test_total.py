import unittest

from cart import total


class TotalTest(unittest.TestCase):
    def test_total_sums(self):
        self.assertEqual(total([100, 250]), 350)

    def test_total_takes_the_discount(self):
        self.assertEqual(total([1000], discount=10), 900)
