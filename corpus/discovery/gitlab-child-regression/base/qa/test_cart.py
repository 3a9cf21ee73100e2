import unittest

from cart import label, total


class CartTest(unittest.TestCase):
    def test_total_sums(self):
        self.assertEqual(total([100, 250]), 350)

    def test_total_takes_the_discount(self):
        self.assertEqual(total([1000], discount=10), 900)

    def test_label_has_two_digits(self):
        self.assertEqual(label(1205), "12.05")
