import unittest

from cart import label


class NightTest(unittest.TestCase):
    def test_label_of_a_thousand(self):
        self.assertEqual(label(100000), "1,000.00")
