// Two repositories of two stacks each, with a branch that passes: one whose tests wait for something, one of compilers.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const WAIT_MS = 4000

const waiting = {
  'web/package.json': JSON.stringify({ name: 'web', private: true, scripts: { test: 'node --test' } }),
  'web/answer.js': 'exports.answer = () => 42\n',
  'web/answer.test.js': `const { test } = require('node:test')
const assert = require('node:assert')
const { answer } = require('./answer.js')
test('answers after a while', async () => {
  await new Promise((done) => setTimeout(done, ${WAIT_MS}))
  assert.equal(answer(), 42)
})
`,
  'service/pyproject.toml': '[project]\nname = "service"\nversion = "1.0"\n',
  'service/answer.py': 'def answer():\n    return 42\n',
  'service/test_answer.py': `import time
import unittest

from answer import answer


class AnswerTest(unittest.TestCase):
    def test_after_a_while(self):
        time.sleep(${WAIT_MS / 1000})
        self.assertEqual(answer(), 42)
`,
}

const MANY = { go: 12_000, rust: 2_500 }

/** Enough functions that the compilers have some seconds to do, as a small product has. */
const functions = (count, write) => Array.from({ length: count }, (_, at) => write(at)).join('\n')

const compiled = {
  'tool/go.mod': 'module example.org/tool\n\ngo 1.21\n',
  'tool/tool.go': `package tool\n\nimport (\n\t"strconv"\n\t"strings"\n)\n\n${functions(MANY.go, (at) => `func F${at}(x int) string {\n\treturn strings.Repeat(strconv.Itoa(x+${at}), x%3+1)\n}\n`)}`,
  'tool/tool_test.go': `package tool

import (
	"encoding/json"
	"net/http/httptest"
	"testing"
)

func TestAnswer(t *testing.T) {
	httptest.NewRecorder()
	text, _ := json.Marshal(F7(36))
	if string(text) != "\\"43\\"" {
		t.Fatal(string(text))
	}
}
`,
  'engine/Cargo.toml': '[package]\nname = "engine"\nversion = "0.1.0"\nedition = "2021"\n',
  'engine/Cargo.lock': 'version = 3\n\n[[package]]\nname = "engine"\nversion = "0.1.0"\n',
  'engine/src/lib.rs': functions(
    MANY.rust,
    (at) =>
      `pub fn f${at}(x: &str) -> Vec<String> {\n    x.split(',').map(|part| format!("{}-{}", part.trim(), ${at})).collect()\n}\n`,
  ),
  'engine/tests/answer.rs': '#[test]\nfn answers() {\n    assert_eq!(engine::f7("a, b"), ["a-7", "b-7"]);\n}\n',
}

/** `bare`: the commands that a verification runs, as a person would call them one after the other. */
export const mixed = {
  waiting: {
    files: waiting,
    bare: [
      ['web', ['node', '--test']],
      ['service', ['python3', '-m', 'unittest']],
    ],
  },
  compiled: {
    files: compiled,
    bare: [
      ['tool', ['go', 'build', '-o', '/dev/null', './...']],
      ['tool', ['go', 'vet', './...']],
      ['tool', ['go', 'test', '-count=1', './...']],
      ['engine', ['cargo', 'build', '--keep-going']],
      ['engine', ['cargo', 'test', '--no-fail-fast']],
    ],
  },
}

/** Makes one of them in a directory that does not exist yet: `main`, and `passes` with one commit more. */
export const mixedRepository = (directory, files) => {
  const git = (...argv) =>
    execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', ...argv], { cwd: directory })
  mkdirSync(directory, { recursive: true })
  for (const [path, text] of Object.entries({ ...files, 'README.md': 'Two stacks.\n' })) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), text)
  }
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-q', '-m', 'base')
  git('checkout', '-q', '-b', 'passes')
  writeFileSync(join(directory, 'README.md'), 'Two stacks, side by side.\n')
  git('commit', '-q', '-a', '-m', 'words')
  git('checkout', '-q', 'main')
}
