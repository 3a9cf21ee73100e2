import type { Stack } from '../../model/stack.ts'
import { about } from './about.ts'
import { clangTidy } from './clang-tidy.ts'
import { cmakeBuild } from './cmake-build.ts'
import { ctest } from './ctest.ts'
import { clangFormat, cppcheck } from './linters.ts'
import { locked } from './locked.ts'
import { members } from './members.ts'
import { mesonBuild, mesonTest } from './meson.ts'
import { standIn } from './stand-in.ts'
import { step } from './step.ts'
import { testFiles } from './test-files.ts'
import { unwrap } from './unwrap.ts'

/** C and C++ with CMake, Meson or plain make, and gcc or Clang. */
export const cpp: Stack = {
  id: 'cpp',
  title: 'C and C++',
  about,
  markers: ['CMakeLists.txt', 'CMakePresets.json', 'meson.build'],
  endings: ['c', 'cc', 'cpp', 'cxx', 'c++', 'C', 'm', 'mm', 'h', 'hh', 'hpp', 'hxx', 'inc', 'ipp'],
  locked,
  tools: [ctest, mesonTest, cmakeBuild, mesonBuild, clangTidy, clangFormat, cppcheck],
  unwrap,
  script: () => undefined,
  manifestCommands: () => [],
  // Dependencies come with the machine or with the build itself.
  install: () => ({
    manager: 'none',
    keyFiles: [],
    keyCommands: [],
    install: [],
    outputs: [],
    perTree: [],
    pinned: true,
    path: [],
    env: {},
  }),
  step,
  standIn,
  hasTests: (project) => testFiles(project).length > 0,
  members,
  firstParty: () => [],
}
