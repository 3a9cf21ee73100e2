import unittest

import exchange_rates_client


class RatesTest(unittest.TestCase):
    def test_rates(self):
        self.assertTrue(exchange_rates_client.latest())
