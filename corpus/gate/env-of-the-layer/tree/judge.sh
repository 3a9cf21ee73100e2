test "$STAGE" = one && test "$OUTER" = two && test "$CI" = 1
