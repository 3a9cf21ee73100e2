import nox


@nox.session(venv_backend="none")
def tests(session):
    session.run("python", "-m", "unittest", "discover", "-s", "qa", "-t", ".")
