import { describe, expect, test } from 'vitest'
import { viewOf } from './fixtures/view.ts'
import { probePath } from './probe-path.ts'
import { pytest } from './pytest.ts'
import { unittest } from './unittest.ts'

test.each([
  ['test_x.py', 'test_triverdict_probe.py'],
  ['pkg/x_test.py', 'pkg/triverdict_probe_test.py'],
  ['tests/testcart.py', 'tests/testtriverdict_probe.py'],
  ['tests.py', 'test_triverdict_probe.py'],
  ['shop/tests/cart_tests.py', 'shop/tests/triverdict_probe_tests.py'],
  ['test_taken.py', 'test_triverdict_probe.py'],
])('%s → %s', (sample, expected) => {
  expect(probePath(viewOf({ [sample]: '' }), sample)).toBe(expected)
})

test('never a path that exists', () => {
  expect(probePath(viewOf({ 'test_triverdict_probe.py': '' }), 'test_a.py')).toBe('test_triverdict_probe_2.py')
})

const product = { 'src/shop/__init__.py': '', 'src/shop/cart.py': '', 'tests/helpers.py': '' }

test('functions, with the modules of the project that the sample loads', () => {
  const sample = `"""import nothing"""
import json
import os, sys
import pytest
import numpy as np
from shop import (
    cart,  # the product
    test_of_its_own as one,
)
from shop.cart import *
from .helpers import make
import helpers
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "src"))
sys.path.append(somewhere())

async def test_total(tmp_path):
    from shop.late import thing
    assert cart.total([]) == 0
`
  const files = { ...product, 'tests/test_cart.py': sample }
  expect(pytest.probe?.(viewOf(files), 'tests/test_cart.py')).toEqual({
    path: 'tests/test_triverdict_probe.py',
    mustPass: 'test_triverdict_probe_must_pass',
    mustFail: 'test_triverdict_probe_must_fail',
    text: `import os
import pathlib
import sys
from pathlib import Path
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "src"))
from shop import cart as _loaded_0, test_of_its_own as _loaded_1
from shop.cart import __name__ as _loaded_0
from .helpers import make as _loaded_0
import helpers


def test_triverdict_probe_must_pass():
    assert [1] == [1]


def test_triverdict_probe_must_fail():
    try:
        from shop.late import thing as _loaded_0
    except Exception:
        pass
    assert [1] == [2]
`,
  })
})

describe('classes', () => {
  const suite = `from shop.testing import ShopTestCase
from shop import cart

class CartTest(ShopTestCase):
    def test_total(self):
        self.assertTrue(cart.total([]) == 0)
        self.assertEqual(1, 1)
`
  test.each([pytest, unittest])('$id: a class on the base of the sample', (tool) => {
    expect(tool.probe?.(viewOf({ ...product, 'tests/test_cart.py': suite }), 'tests/test_cart.py')).toEqual({
      path: 'tests/test_triverdict_probe.py',
      mustPass: 'TriverdictProbe > test_must_pass',
      mustFail: 'TriverdictProbe > test_must_fail',
      text: `from shop.testing import ShopTestCase as _loaded_0
from shop import cart as _loaded_0
from shop.testing import ShopTestCase as _base


class TriverdictProbe(_base):
    def test_must_pass(self):
        self.assertEqual(1, 1)

    def test_must_fail(self):
        for wrong in (
            lambda: self.assertEqual(1, 2),
            lambda: self.assertTrue(False),
        ):
            try:
                wrong()
            except Exception:
                continue
            return
        self.assertEqual(1, 2)
`,
    })
  })

  test.each([
    ['unittest.TestCase', 'import unittest\nclass A(unittest.TestCase):\n    def test_a(self): pass\n'],
    ['_base', 'from django.test import TestCase\nclass A(Mixin, TestCase):\n    def test_a(self): pass\n'],
    ['unittest.TestCase', 'import unittest as u\nclass A(u.TestCase):\n    def test_a(self): pass\n'],
  ])('%s', (name, text) => {
    expect(unittest.probe?.(viewOf({ 'test_a.py': text }), 'test_a.py')?.text).toContain(
      `class TriverdictProbe(${name}):`,
    )
  })
})

test.each([
  ['a text of documentation', pytest, 'README.rst', '>>> 1\n1\n'],
  ['no test in it', pytest, 'test_a.py', 'x = 1\n'],
  ['no class in it', unittest, 'test_a.py', 'def test_a(): pass\n'],
])('no probe: %s', (_, tool, path, text) => {
  expect(tool.probe?.(viewOf({ [path]: text }), path)).toBeUndefined()
})

describe('unittest on some files only', () => {
  test.each([
    ['python -m unittest', ['tests/test_a.py'], 'python -m unittest tests/test_a.py'],
    [
      'python -m unittest discover -s tests -t . -v',
      ['tests/test_a.py'],
      'python -m unittest discover -s tests -t . -v -p test_a.py',
    ],
    [
      'python -m unittest discover tests *_test.py',
      ['tests/a_test.py', 'tests/b_test.py'],
      'python -m unittest discover -s tests -p *_test.py',
    ],
    [
      'coverage run -m unittest discover',
      ['test_a.py', 'x/test_ab.py'],
      'coverage run -m unittest discover -p test_a*.py',
    ],
  ] as const)('%s', (line, files, expected) => {
    const [program, ...args] = line.split(' ')
    const [first, ...more] = files
    expect(unittest.narrow?.([program as string, ...args], [first, ...more])?.join(' ')).toBe(expected)
  })
})
