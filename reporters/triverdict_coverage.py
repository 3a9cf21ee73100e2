"""Writes what `coverage run` has measured so far as JSON, from inside the measured process."""

import os
import warnings

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
        with warnings.catch_warnings():
            # A project may turn warnings into errors, those of coverage too.
            warnings.simplefilter("ignore")
            measuring.stop()
            # Before the report: with `[paths]` configured that reads what is stored, and puts a remapped copy in its place.
            data = measuring.get_data()
            try:
                measuring.json_report(outfile=_PATH, omit=_omitted(measuring))
            finally:
                measuring._data = data
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
