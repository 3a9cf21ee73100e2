import type { Stack } from '../../model/stack.ts'
import { about } from './about.ts'
import { firstParty } from './first-party.ts'
import { hatchScript } from './hatch.ts'
import { install } from './install.ts'
import { installFault } from './install-fault.ts'
import { locked } from './locked.ts'
import { members } from './members.ts'
import { mypy } from './mypy.ts'
import { noxScript } from './nox.ts'
import { projectTask } from './project-tasks.ts'
import { pyright } from './pyright.ts'
import { instrumentOpaque, pytest } from './pytest.ts'
import { reach } from './reach.ts'
import { ruffCheck } from './ruff-check.ts'
import { ruffFormat } from './ruff-format.ts'
import { testFiles } from './test-files.ts'
import { toxScript } from './tox.ts'
import { unittest } from './unittest.ts'
import { unwrap } from './unwrap.ts'

/** Python with uv, poetry, pip, pipenv or pdm. */
export const python: Stack = {
  id: 'python',
  title: 'Python',
  about,
  markers: [
    'pyproject.toml',
    'setup.py',
    'setup.cfg',
    'requirements.txt',
    'requirements-dev.txt',
    'Pipfile',
    'tox.ini',
    'pytest.ini',
  ],
  endings: ['py', 'pyi', 'pyx', 'pxd'],
  locked,
  tools: [pytest, unittest, pyright, mypy, ruffCheck, ruffFormat],
  unwrap,
  script: (argv, project) =>
    toxScript(argv, project) ?? noxScript(argv, project) ?? hatchScript(argv, project) ?? projectTask(argv, project),
  // pyproject.toml has no standard place for commands.
  manifestCommands: () => [],
  install,
  installFault,
  reach,
  hasTests: (project) => testFiles(project).length > 0,
  members,
  instrumentOpaque,
  firstParty,
}
