mkdir -p out
cat > out/a.xml <<'END'
<testsuites><testsuite name="pages" tests="1" failures="0" skipped="0" errors="0"><testcase classname="pages" name="front"/></testsuite></testsuites>
END
mkdir -p out
cat > out/b.xml <<'END'
<testsuites><testsuite name="more" tests="1" failures="1" skipped="0" errors="0"><testcase classname="pages" name="back"><failure message="no title">expected a title</failure></testcase></testsuite></testsuites>
END
