/** Each arrow of ARCHITECTURE.md is a rule here, with its reason for whoever breaks it. */
const pure = '^src/(verdict|reports|stacks|discovery|locked|evals)/'

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'A cycle means that two files are one thought: merge them or move the shared part.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'words-import-nothing',
      severity: 'error',
      comment: 'model/ is the vocabulary: it imports only itself and zod.',
      from: { path: '^src/model/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^src/model/', '^node_modules/zod/'] },
    },
    {
      name: 'pure-rooms-stay-pure',
      severity: 'error',
      comment: 'A rule that reads a clock, a file or a process cannot be tested by tables: pass it in.',
      from: { path: pure, pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'pure-rooms-know-no-world',
      severity: 'error',
      comment: 'Pure rooms may not import the machine, the history or a door.',
      from: { path: pure, pathNot: '\\.test\\.ts$' },
      to: { path: '^src/(io|history|alerts|doors|verify|gate|baselines)' },
    },
    {
      name: 'verify-is-given-its-world',
      severity: 'error',
      comment: 'verify is handed the world as an argument, so that it can be tested and reused by every door.',
      from: { path: '^src/(verify|gate|baselines)', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/(io|history|alerts|doors)/' },
    },
    {
      name: 'verify-knows-no-gate',
      severity: 'error',
      comment: 'A gate runs checks as verify does; verify has no layers.',
      from: { path: '^src/verify', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/(gate|baselines)' },
    },
    {
      name: 'processes-only-in-io',
      severity: 'error',
      comment: 'Only io/ starts processes: kill rules and environments are in one place.',
      from: { path: '^src/', pathNot: ['^src/io/', '\\.test\\.ts$'] },
      to: { path: '^(node:)?child_process$' },
    },
    {
      name: 'nobody-imports-a-door',
      severity: 'error',
      comment: 'Doors parse, wire and print; what others need belongs in a room.',
      from: { path: '^src/', pathNot: '^src/doors/' },
      to: { path: '^src/doors/' },
    },
    {
      name: 'machine-knows-no-rules',
      severity: 'error',
      comment:
        'io/ and history/ report facts; verdict rules live in pure rooms. io/read-report.ts may know the readers.',
      from: { path: '^src/(io|history)/', pathNot: ['\\.test\\.ts$', '^src/io/read-report\\.ts$'] },
      to: { path: '^src/(verdict|stacks|discovery|locked|reports)/' },
    },
    {
      name: 'no-junk-rooms',
      severity: 'error',
      comment: 'A room named util holds what nobody thought about.',
      from: {},
      to: { path: '/(util|utils|helpers|common|core)/', pathNot: 'node_modules' },
    },
    {
      name: 'no-development-package-in-product',
      severity: 'error',
      comment: 'It would not be there after npm install.',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      comment: 'A path that does not exist.',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    exclude: { path: '/fixtures/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
