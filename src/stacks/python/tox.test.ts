import { expect, test } from 'vitest'
import { hatchScript } from './hatch.ts'
import { toxRequirements, toxScript } from './tox.ts'
import { viewOf } from './fixtures/view.ts'
