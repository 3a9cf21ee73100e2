"""Writes what `coverage run` has measured so far as JSON, from inside the measured process."""

import os

_OWN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "*")
_PATH = os.environ.pop("TRIVERDICT_COVERAGE", None)


def write_coverage():
    """Nothing when no file was asked for, nothing is measured, or coverage fails: then coverage stays unmeasured."""
    if not _PATH:
        return
    try:
        from coverage import Coverage

        measuring = Coverage.current()
        if measuring is None:
            return
        measuring.stop()
        try:
            measuring.json_report(outfile=_PATH, omit=_omitted(measuring))
        finally:
            measuring.start()
    except Exception:
        return


def _omitted(measuring):
    return list(measuring.get_option("report:omit") or []) + [_OWN]


def leave_out_reporters(config):
    """Keeps these files out of the reports of pytest-cov: a bare `--cov` measures all that is imported."""
    try:
        controller = config.pluginmanager.get_plugin("_cov").cov_controller
        for measuring in (getattr(controller, "cov", None), getattr(controller, "combining_cov", None)):
            if measuring is not None:
                measuring.set_option("report:omit", _omitted(measuring))
    except Exception:
        return
