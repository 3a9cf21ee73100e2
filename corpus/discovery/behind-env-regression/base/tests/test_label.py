import unittest

from cart import label


class LabelTest(unittest.TestCase):
    def test_label_has_two_digits(self):
        self.assertEqual(label(1205), "12.05")
