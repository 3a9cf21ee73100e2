import subprocess
import unittest


class CartTest(unittest.TestCase):
    def test_total_sums(self):
        done = subprocess.run(["go", "run", ".", "100", "250"], capture_output=True, text=True)
        self.assertEqual(done.stdout, "350\n")

    def test_refuses_words(self):
        done = subprocess.run(["go", "run", ".", "many"], capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0)
