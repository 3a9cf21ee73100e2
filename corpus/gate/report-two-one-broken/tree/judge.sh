mkdir -p out
cat > out/a.xml <<'END'
<testsuites><testsuite name="pages" tests="1" failures="0" skipped="0" errors="0"><testcase classname="pages" name="front"/></testsuite></testsuites>
END
mkdir -p out
cat > out/b.xml <<'END'
<testsuites><testsuite name="pages" tests="1" failures="0" skipped="0" errors="0"><testcase classname="pages" name="ba
END
