import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Kits installed once, for what runs in a checkout as it is: the naive judge and the gates. */
export const installedKits = (corpus, home) => {
  const kits = new Map()

  const install = (kit) => {
    const place = join(home, 'kits', kit)
    cpSync(join(corpus, 'kits', kit), place, { recursive: true })
    const env = { ...process.env, CI: '1' }
    let ready = true
    try {
      if (existsSync(join(place, 'package-lock.json')))
        execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: place, stdio: 'ignore' })
      if (existsSync(join(place, 'requirements-dev.txt'))) {
        execFileSync('uv', ['venv', '-q', 'venv'], { cwd: place, stdio: 'ignore' })
        execFileSync('uv', ['pip', 'install', '-q', '--python', 'venv/bin/python', '-r', 'requirements-dev.txt'], {
          cwd: place,
          stdio: 'ignore',
        })
        env.PATH = `${place}/venv/bin:${env.PATH}`
      }
    } catch {
      ready = false
    }
    const described = JSON.parse(readFileSync(join(place, 'kit.json'), 'utf8'))
    return { place, env, ready, bare: described.bare ?? [] }
  }

  /** The environment in which a case runs by hand, its packages linked into the repository; `ready` is false where they cannot be had. */
  return (expect, repository) => {
    if (!expect.kit) return { env: { ...process.env, CI: '1' }, ready: true, bare: [] }
    if (!kits.has(expect.kit)) kits.set(expect.kit, install(expect.kit))
    const kit = kits.get(expect.kit)
    const packages = join(kit.place, 'node_modules')
    if (existsSync(packages) && !existsSync(join(repository, 'node_modules')))
      symlinkSync(packages, join(repository, 'node_modules'))
    return kit
  }
}
