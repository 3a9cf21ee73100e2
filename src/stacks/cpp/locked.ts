import type { Stack } from '../../model/stack.ts'

const CODE = '{c,cc,cpp,cxx,c++,C,m,mm,h,hh,hpp,hxx,inc,ipp}'
const NOT_BUILD = '!(CMakeLists.txt|*.cmake|meson.build|meson_options.txt|meson.options|BUILD|BUILD.bazel)'

/** Path classes of C and C++ projects. Globs are relative to the project. Build files among tests are build files: what they register is compared. */
export const locked: Stack['locked'] = {
  tests: [
    `**/*{_test,_tests,-test,.test,_unittest}.${CODE}`,
    `**/test{_,-}*.${CODE}`,
    `**/{test,tests,unittest,unittests}/**/${NOT_BUILD}`,
    `{test,tests}/${NOT_BUILD}`,
  ],
  judge: [
    '**/.clang-tidy',
    '**/.clang-format',
    '**/.clang-format-ignore',
    '**/{.cppcheck,cppcheck.xml,cppcheck-suppressions.txt,suppressions.txt}',
    '**/{asan,lsan,msan,tsan,ubsan}*.{supp,txt}',
    '**/{gcovr.cfg,.lcovrc}',
    '**/{CTestCustom,CTestConfig}.cmake*',
  ],
  build: [
    '**/CMakeLists.txt',
    '**/*.cmake',
    '**/*.cmake.in',
    '**/CMake{User,}Presets.json',
    '**/{meson.build,meson_options.txt,meson.options}',
    '**/{configure.ac,Makefile.am,*.m4}',
    'subprojects/*.wrap',
  ],
  manifests: ['**/{vcpkg,vcpkg-configuration}.json', '**/conanfile.{txt,py}', '**/conan.lock'],
  activating: [
    '**/{CTestCustom,CTestConfig}.cmake*',
    '**/CMakeUserPresets.json',
    '**/.clang-tidy',
    '**/.clang-format',
    '**/.clang-format-ignore',
  ],
}
