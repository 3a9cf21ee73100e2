mkdir -p out
cat > out/r.xml <<'END'
<testsuites><testsuite name="pages" tests="2" failures="1" skipped="0" errors="0"><testcase classname="pages" name="front"/><testcase classname="pages" name="back"><failure message="no title">expected a title</failure></testcase></testsuite></testsuites>
END
