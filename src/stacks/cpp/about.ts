import type { StackAbout } from '../../model/stack.ts'

export const about: StackAbout = {
  detection:
    'Every directory with one of the markers is a project; directories below it with a CMakeLists.txt (below Meson: a meson.build) or presets are parts of its build. ' +
    'Make alone has no marker: a Makefile is read by discovery, whatever its language.',
  calls:
    '`cmake --build DIR --target test` is taken for ctest; `make` and `ninja` in a directory that a build makes for `cmake --build`, with the target `test` for ctest.',
  dependencies:
    'None are installed: they come with the machine or with the build itself. A build directory starts from nothing in every tree, and what lay in its place is emptied.',
  versions: [
    'Tests and the corpus run CMake 3.21 or newer, at the time of writing 3.25.1, with gcc 12.2, GNU make 4.3 and ninja 1.11.1; 3.21 is needed for the report of ctest. They run Meson 1.12.1 and clang-tidy 23.1, tests alone clang-format 23.1; the corpus runs googletest 1.12.1, Catch2 2.13.10 and automake 1.16.5.',
    'Reports were recorded from googletest 1.12.1 and Catch2 2.13.10 below ctest, from Meson 1.12.1, automake 1.16.5, and from cppcheck 2.10, which no test runs.',
    'Exit codes were looked at in Meson 1.9 to 1.12, ninja 1.11 and 1.13, clang-tidy 18.1 and 23.1, clang-format 18.1. Clang as the compiler is not run by tests.',
  ],
  coverage:
    'Lines, where the configuration of the project itself builds with the coverage of gcc (`--coverage`, `-Db_coverage=true`): what ctest or Meson ran is read with gcov as JSON. ' +
    'What Clang measures (`-fprofile-instr-generate`), and reports that lcov or gcovr make in steps of their own, are not read: unmeasured there.',
}
