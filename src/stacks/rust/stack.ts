import type { Stack } from '../../model/stack.ts'
import { about } from './about.ts'
import { cargoTest } from './cargo-test.ts'
import { cargoBuild, clippy } from './compile-checks.ts'
import { cargoFmt } from './fmt.ts'
import { exactLock, install } from './install.ts'
import { installFault } from './install-fault.ts'
import { llvmCov, llvmCovNextest } from './llvm-cov.ts'
import { locked } from './locked.ts'
import { belonging } from './members.ts'
import { nextest } from './nextest.ts'
import { pinned } from './pinned.ts'
import { reach } from './reach.ts'
import { testEvidence } from './test-files.ts'
import { unwrap } from './unwrap.ts'

/** Rust with cargo. */
export const rust: Stack = {
  id: 'rust',
  title: 'Rust',
  about,
  markers: ['Cargo.toml'],
  endings: ['rs'],
  locked,
  tools: [nextest, cargoTest, llvmCov, llvmCovNextest, cargoBuild, clippy, cargoFmt],
  unwrap,
  // Aliases of `.cargo/config.toml` are not read: a call of one stays opaque.
  script: () => undefined,
  manifestCommands: () => [],
  install,
  exactLock,
  installFault,
  reach,
  pinned,
  hasTests: (project) => testEvidence(project) !== undefined,
  members: belonging,
  // The compiler names its sources, and every tree is built from nothing.
  firstParty: () => [],
}
