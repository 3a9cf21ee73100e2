import type { StackAbout } from '../../model/stack.ts'

export const about: StackAbout = {
  detection:
    'Every directory with one of the markers is a project, unless it is a member of a uv workspace (`tool.uv.workspace`). ' +
    'Environments of tox, sessions of nox, scripts of hatch and pdm and tasks of poe are followed, as far as they are literal.',
  calls:
    '`uv run`, `poetry run`, `pipenv run`, `pdm run`, `hatch run` and `rye run` before a known tool, `python -m` before any of them, and `coverage run`. ' +
    'A call of uv that brings other packages (`--with`, `--isolated`) is left as it is.',
  dependencies:
    'A virtual environment in the stage. With uv.lock by uv; with Pipfile.lock, pdm.lock or a poetry.lock that carries markers from their pins; with another poetry.lock, or dependencies that only poetry can read, by poetry, which must be on PATH; otherwise by pip, ' +
    'from requirement files, extras and groups that are for checking. Tools that the project uses and does not declare are installed beside them, in the version that the hooks of pre-commit pin. ' +
    'The project itself is installed in every tree.',
  versions: [
    'Tests and the corpus run the Python of the machine (3.9 or newer; at the time of writing 3.11), uv and pip. Calls of poetry are tested as data.',
    'They run pytest 8.4.2, 9.0.2 and 9.0.3 with pytest-xdist 3.8.0, pytest-rerunfailures 16, pytest-asyncio, pytest-cov 7.1.0 and pytest-timeout 2.4.0, unittest of that Python, mypy 1.18.2 and 2.4.1, ruff 0.14.0 and 0.17.6.',
    'Of pyright there are reports that were recorded from 1.1.414.',
    'The reporters are written for Python 3.8 and later, and for pytest 6.2 to 9.',
    'pytest-cov writes XML before 4.1 and JSON since. That a test never entered its body is seen from Python 3.12 on.',
  ],
  coverage:
    'Measured where the project measures: `--cov` in the call or in addopts, or `coverage run`; JSON of coverage.py, or Cobertura with a pytest-cov before 4.1. Thresholds of pytest-cov are switched off.',
}
