mkdir -p out
(sleep 1; printf '%s' '<testsuite name="s" tests="1"><testcase name="a" classname="s"/></testsuite>' > out/r.xml) &
exit 0
