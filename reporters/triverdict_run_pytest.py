"""Starts pytest with the reporter: `python triverdict_run_pytest.py script|module ARGUMENTS…`.

A launcher and not PYTHONPATH, so that the command's own PYTHONPATH stays, children do not inherit ours, and a file of the tree
cannot stand in for the reporter or for pytest: both are loaded before the tree is on the path.
"""

if __name__ == "__main__":
    import os
    import sys

    form = sys.argv.pop(1)
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry or ".") != here or entry == ""]
    sys.path.insert(0, here)
    import triverdict_pytest  # noqa: F401
    import pytest

    sys.path.remove(here)
    if form == "module":
        # What `python -m pytest` does.
        sys.path.insert(0, os.getcwd())
    # At the end, for the workers of pytest-xdist: they get this path and load the same plug-in.
    sys.path.append(here)
    sys.argv[0] = os.path.join(os.path.dirname(sys.executable), "pytest")
    sys.argv[1:1] = ["-p", "triverdict_pytest"]
    status = pytest.main()
    sys.stdout.flush()
    sys.exit(status)
