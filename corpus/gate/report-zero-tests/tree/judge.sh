mkdir -p out
cat > out/r.xml <<'END'
<testsuites><testsuite name="pages" tests="0" failures="0" skipped="0" errors="0"></testsuite></testsuites>
END
