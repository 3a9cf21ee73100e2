mkdir -p out
cat > out/r.xml <<'END'
<testsuites><testsuite name="pages" tests="2" failures="0" skipped="0" errors="1"><testcase classname="pages" name="front"/><testcase classname="pages" name="back"><error message="no title">TypeError</error></testcase></testsuite></testsuites>
END
