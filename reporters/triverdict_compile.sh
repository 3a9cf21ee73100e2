#!/bin/sh
# In front of a compiler: asks for the usual warnings too, in front of what the project says about warnings. Where the project makes
# warnings errors, or wants none, its own words hold. A tentative compilation of CMake's own is left alone.
case $PWD in
  */CMakeFiles/CMakeTmp* | */CMakeFiles/CMakeScratch*) exec "$@" ;;
esac
case " $* " in
  *' -Werror'* | *' -w '*) exec "$@" ;;
esac
compiler=$1
shift
exec "$compiler" -Wall "$@"
