/** Linters and formatters that are known by name and that no stack runs. */
export const CHECKERS = new Set(
  'prettier markdownlint markdownlint-cli2 stylelint knip depcheck publint cspell codespell typos commitlint yamllint actionlint shellcheck hadolint black isort flake8 pycodestyle pylint bandit pydocstyle vulture safety pip-audit djlint xo standard dprint oxfmt semgrep zizmor pre-commit prek lychee license-checker size-limit api-extractor reuse interrogate pyroma check-manifest twine validate-pyproject eclint editorconfig-checker ec sqlfluff lint-staged textlint alex remark secretlint gitleaks syncpack sherif manypkg madge depcruise arethetypeswrong refurb pyupgrade autoflake deptry taplo clang-tidy run-clang-tidy clang-format run-clang-format cppcheck cpplint include-what-you-use iwyu_tool.py'.split(
    ' ',
  ),
)
/** Programs that test the types of a library and nothing else, whatever the script that calls them is named. */
export const TYPE_TESTERS = new Set([
  'tsd',
  'tstyche',
  'check-dts',
  'dtslint',
  'attw',
  'stubtest',
  'mypy.stubtest',
  'verifytypes',
])
