import type { Stack } from '../../model/stack.ts'

/** Modules that Python, pytest or unittest import on their own: a file of the tree with such a name would stand in for them. */
const SHADOWED = (
  'pytest _pytest pluggy iniconfig unittest coverage pytest_cov xdist execnet triverdict_* exceptiongroup tomli pygments packaging ' +
  'abc argparse ast asyncio atexit base64 bdb bisect builtins bz2 cmd code codecs collections concurrent configparser contextlib ' +
  'contextvars copy copyreg csv ctypes dataclasses datetime decimal difflib dis doctest email enum errno faulthandler fnmatch ' +
  'fractions functools gc genericpath getpass gettext glob gzip hashlib heapq html http importlib inspect io itertools json keyword ' +
  'linecache locale logging lzma marshal math mimetypes multiprocessing ntpath numbers opcode operator os pathlib pdb pickle pkgutil ' +
  'platform posixpath pprint queue random re reprlib runpy secrets select selectors shlex shutil signal site socket sqlite3 ssl stat ' +
  'statistics string stringprep struct subprocess sys sysconfig tempfile textwrap threading time timeit token tokenize tomllib trace ' +
  'traceback tracemalloc types typing unicodedata urllib uuid warnings weakref xml zipfile zipimport zlib zoneinfo'
)
  .split(' ')
  .join(',')

/** Path classes of Python projects. Globs are relative to the project. */
export const locked: Stack['locked'] = {
  tests: [
    '**/test_*.py',
    '**/*_test.py',
    '**/tests.py',
    '**/conftest.py',
    '**/{tests,test}/**',
    '**/__snapshots__/**',
    '**/*.ambr',
    '**/*.approved.*',
  ],
  judge: [
    '**/pytest.ini',
    '**/.pytest.ini',
    '**/{pytest,.pytest}.toml',
    '**/tox.ini',
    '**/tox.toml',
    // It may hold package metadata too; it is not merged, and the exam weighs more.
    '**/setup.cfg',
    '**/noxfile.py',
    '**/.coveragerc',
    '**/.coveragerc.toml',
    '**/{,.}mypy.ini',
    '**/pyrightconfig.json',
    '**/{,.}ruff.toml',
    '**/.flake8',
    '**/{,.}pylintrc',
    '**/.pylintrc.toml',
    '**/.isort.cfg',
    '**/.pre-commit-config.yaml',
    '**/.python-version',
    '**/.python-versions',
  ],
  build: ['**/setup.py', '**/MANIFEST.in', '**/hatch_build.py', '**/build.py', '**/meson.build', '**/*.{pyx,pxd}'],
  manifests: [
    '**/pyproject.toml',
    '**/{uv,poetry,pdm}.lock',
    '**/pylock*.toml',
    '**/uv.toml',
    '**/poetry.toml',
    '**/pdm.toml',
    '**/Pipfile',
    '**/Pipfile.lock',
    '**/*requirements*.{txt,in}',
    '**/requirements/**/*.{txt,in}',
    '**/constraints*.txt',
    '**/environment.{yml,yaml}',
  ],
  activating: [
    '**/conftest.py',
    '**/{sitecustomize,usercustomize}.py',
    '**/*.pth',
    `{,src/,lib/}{${SHADOWED}}.py`,
    `{,src/,lib/}{${SHADOWED}}/__init__.py`,
    '**/pytest.ini',
    '**/.pytest.ini',
    '**/{pytest,.pytest}.toml',
    '**/tox.ini',
    '**/.coveragerc',
    '**/{,.}mypy.ini',
    '**/pyrightconfig.json',
    '**/{,.}ruff.toml',
    '**/__pycache__/**',
    '**/*.{pyc,pyo}',
    '**/.mypy_cache/**',
    '**/.ruff_cache/**',
    '**/.pytest_cache/**',
    '**/{venv,.venv}/**',
  ],
}
