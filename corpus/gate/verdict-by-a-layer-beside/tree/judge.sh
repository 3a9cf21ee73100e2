touch started
until [ -e written ]; do sleep 0.05; done
