// Checks the arrows of ARCHITECTURE.md, and that it really saw the modules: a guard that cruised nothing also prints a tick.
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cruise } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'

const { options, forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs')
const { output } = await cruise(['src'], { ...options, validate: true, ruleSet: { forbidden } }, undefined, {
  tsConfig: extractTSConfig('tsconfig.json'),
})
const files = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.parentPath.includes('fixtures'))
  .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/'))
const seen = new Set(output.modules.map((module) => module.source))
const unseen = files.filter((file) => !seen.has(file))
for (const { rule, from, to } of output.summary.violations) {
  const why = forbidden.find((candidate) => candidate.name === rule.name)?.comment ?? ''
  console.error(`${rule.severity} ${rule.name}: ${from} -> ${to}\n  ${why}`)
}
for (const file of unseen) console.error(`error: the map did not see ${file}`)
console.log(`map: ${files.length - unseen.length} modules seen, ${output.summary.violations.length} arrows broken`)
if (files.length < 20 || unseen.length > 0 || output.summary.error > 0) process.exit(1)
