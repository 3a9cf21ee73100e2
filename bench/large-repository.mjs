// A repository of many files, written as one commit: workspaces of Node.js, projects of Python, a CI that names commands for all.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'

const CI = `on: push
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: npm ci
      - run: npm test --workspaces
      - run: npm run lint
`

/** Makes it in a directory that does not exist yet; resolves when git has everything. */
export const largeRepository = async (directory, files) => {
  mkdirSync(directory, { recursive: true })
  execFileSync('git', ['init', '-q', '-b', 'main', directory])
  const git = spawn('git', ['fast-import', '--quiet'], { cwd: directory, stdio: ['pipe', 'inherit', 'inherit'] })
  const put = (path, text) => git.stdin.write(`M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`)
  git.stdin.write('commit refs/heads/main\ncommitter Bench <bench@example.org> 1700000000 +0000\ndata 4\nbase\n')
  const manifest = {
    workspaces: ['packages/*'],
    scripts: { test: 'vitest run', lint: 'eslint .' },
    devDependencies: { vitest: '4', eslint: '9', typescript: '5' },
  }
  put('package.json', JSON.stringify(manifest))
  put('package-lock.json', '{}')
  put('tsconfig.json', '{}')
  put('eslint.config.js', '')
  put('.github/workflows/ci.yml', CI)
  const [packages, services] = [1000, 200]
  for (let at = 0; at < packages; at++)
    put(`packages/p${at}/package.json`, JSON.stringify({ name: `p${at}`, scripts: { test: 'vitest run' } }))
  for (let at = 0; at < services; at++)
    put(`services/s${at}/pyproject.toml`, `[project]\nname = "s${at}"\n[tool.pytest.ini_options]\n`)
  for (let at = packages + services + 5; at < files; at++) {
    const inside = `packages/p${at % packages}`
    if (at % 50 === 0) put(`${inside}/test/f${at}.test.ts`, `import { test } from 'vitest'\n// ${at}\n`)
    else if (at % 5 === 0) put(`services/s${at % services}/src/f${at}.py`, `x = ${at}\n`)
    else put(`${inside}/src/d${at % 7}/f${at}.ts`, `export const x${at} = ${at}\n`)
  }
  git.stdin.end('\n')
  const [code] = await once(git, 'close')
  if (code !== 0) throw new Error(`git fast-import: exit ${code}`)
}
