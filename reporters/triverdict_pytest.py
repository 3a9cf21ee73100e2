"""pytest plug-in that writes the events format. Works on pytest 6.2 to 9 and Python 3.8 or newer; knows pytest-xdist.

Two parts. `Watch` sits where tests execute (the only process, or each worker) and notes on the report what it saw itself.
`Recorder` sits in the main process, merges the phases of a test into one record and writes it.

PYTEST_DONT_REWRITE: it is loaded before pytest could rewrite it, and a warning about that may be an error of the project.
"""

import os

import pytest

from triverdict_coverage import leave_out_reporters, write_coverage
from triverdict_events import Stream, clip, first_party_modules, take_path
from triverdict_record import Record, last_line, name_of, skip_reason
from triverdict_watch import Watch

_PATH = take_path()
# Where the plug-in came by environment (PYTEST_ADDOPTS), runs of pytest inside the tests must not load it again.
if "triverdict_pytest" in os.environ.get("PYTEST_ADDOPTS", ""):
    del os.environ["PYTEST_ADDOPTS"]
_abspath = os.path.abspath
_join = os.path.join
_running = []


def pytest_configure(config):
    if hasattr(config, "workerinput"):
        config.pluginmanager.register(Watch(config, None), "triverdict-watch")
    elif _PATH and not _running and not getattr(config.option, "help", False) and not getattr(config.option, "version", 0):
        recorder = Recorder(config, Stream(_PATH))
        _running.append(recorder)
        config.pluginmanager.register(recorder, "triverdict-recorder")
        config.pluginmanager.register(Watch(config, recorder), "triverdict-watch")


def pytest_unconfigure(config):
    if _running and _running[0].config is config:
        _running.pop()


class Recorder(object):
    def __init__(self, config, stream):
        self.config = config
        self.stream = stream
        self.root = str(config.rootpath) if hasattr(config, "rootpath") else str(config.rootdir)
        self.pending = {}
        self.counts = {"passed": 0, "failed": 0, "skipped": 0}
        self.deselected = set()
        self.modules = {}
        self.collected = None
        self.ran = 0
        self.broken = False
        self.settled = set()
        self.distributed = False
        stream.emit("start", tool="pytest", version=pytest.__version__)
        if getattr(config.option, "collectonly", False):
            self.error("pytest was told to collect only: no test is executed")
        for option in ("setuponly", "setupplan", "showfixtures", "show_fixtures_per_test"):
            if getattr(config.option, option, False):
                self.error("pytest was told not to execute tests (%s)" % option)
        if getattr(config.option, "reruns", None):
            config.option.reruns = 0

    def error(self, message):
        self.broken = True
        self.stream.emit("error", message=clip(message) or "unknown")

    def contradiction(self, message):
        self.broken = True
        self.stream.emit("contradiction", message=clip(message) or "unknown")

    def note(self, message):
        self.stream.emit("note", message=clip(message))

    def file_of(self, nodeid):
        file = nodeid.partition("::")[0]
        return _abspath(_join(self.root, file)) if file else None

    # Collection

    @pytest.hookimpl(tryfirst=True)
    def pytest_collectreport(self, report):
        if report.failed:
            self.broken = True
            self.stream.emit(
                "suite",
                file=self.file_of(report.nodeid),
                status="unloaded",
                message=clip(getattr(report, "longreprtext", "") or str(report.longrepr)),
            )
        elif report.skipped and report.nodeid:
            self.counts["skipped"] += 1
            self.stream.emit(
                "test",
                file=self.file_of(report.nodeid),
                name=name_of(report.nodeid)[1] or "(whole file)",
                status="skipped",
                reason=skip_reason(report),
            )

    def pytest_deselected(self, items):
        self.deselect([item.nodeid for item in items])

    def deselect(self, nodeids):
        for nodeid in nodeids:
            if nodeid in self.deselected:
                continue
            self.deselected.add(nodeid)
            self.counts["skipped"] += 1
            file, name = name_of(nodeid)
            self.stream.emit("test", file=self.file_of(nodeid), name=name or file, status="skipped", reason="deselected")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session):
        leave_out_reporters(self.config)
        self.distributed = self.config.pluginmanager.hasplugin("dsession")
        if not self.distributed:
            self.collected = len(session.items)

    # Execution

    @pytest.hookimpl(tryfirst=True, optionalhook=True)
    def pytest_testnodedown(self, node, error):
        output = getattr(node, "workeroutput", None)
        if not output:
            self.error("a worker process (%s) ended without finishing: %s" % (getattr(node.gateway, "id", "?"), error))
            return
        self.modules.update(output.get("triverdict_modules", {}))
        self.deselect(output.get("triverdict_deselected", []))
        for message in output.get("triverdict_errors", []):
            self.error(message)
        if output.get("triverdict_collected") is not None:
            self.collected = max(self.collected or 0, output["triverdict_collected"])

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report):
        if not self.stream.owned():
            self.stream.emit("error")
            return
        node = getattr(report, "node", None)
        if node is not None:
            # Warnings about a test arrive after its reports; the next report of the same worker says that there are no more.
            for nodeid in [key for key, record in self.pending.items() if record.node is node and key != report.nodeid]:
                self.flush(nodeid)
        if report.when not in ("setup", "call", "teardown"):
            self.error("%s: %s" % (report.nodeid, getattr(report, "longreprtext", "") or "its worker died"))
            return
        record = self.pending.get(report.nodeid)
        if record is None or (record.finished and report.when == "setup" and record.attempts == 1 and self.distributed):
            record = self.pending[report.nodeid] = Record()
        record.node = node
        self.add(record, report)

    def add(self, record, report):
        seen = getattr(report, "triverdict", None) or {}
        record.seconds += getattr(report, "duration", 0) or 0
        record.attempts = max(record.attempts, seen.get("attempts", 1))
        record.asserts = record.asserts or seen.get("asserts", False)
        record.hollow = record.hollow or seen.get("hollow")
        if report.location and report.location[1] is not None and report.location[0] == report.nodeid.partition("::")[0]:
            record.line = report.location[1] + 1
        if report.when == "teardown":
            record.finished = True
        text = getattr(report, "longreprtext", "")
        raised = seen.get("raised")
        expected = hasattr(report, "wasxfail")
        if report.failed:
            record.fail(text or raised)
        elif report.outcome not in ("passed", "skipped"):
            # `rerun` of pytest-rerunfailures, `retried` of pytest-retry: an attempt failed.
            record.attempts = max(record.attempts, 2)
            record.fail(text or raised or "an attempt failed (%s)" % report.outcome)
        elif report.passed and raised and not expected:
            told = record.status == "failed"
            record.fail(raised)
            # With pytest-retry a report `retried` came before.
            if not told:
                self.contradiction("the report of %s was changed from failed to passed: %s" % (report.nodeid, last_line(raised)))
        elif seen.get("earlier"):
            record.fail(seen["earlier"])
        elif report.skipped:
            if expected:
                record.settle("todo", report.wasxfail)
            else:
                record.settle("skipped", skip_reason(report))
        elif report.when == "call":
            record.settle("passed")

    def flush(self, nodeid):
        record = self.pending.pop(nodeid, None)
        if record is None:
            return
        self.ran += 1
        file, name = name_of(nodeid)
        status = record.status
        reason = record.reason
        if status is None:
            self.error("%s has no result: setup and teardown were reported, the test itself was not" % nodeid)
            return
        if record.hollow and (status == "passed" or (status == "skipped" and "async" in record.hollow)):
            status = "hollow"
            reason = record.hollow
        key = {"passed": "passed", "failed": "failed"}.get(status, "skipped")
        self.counts[key] += 1
        self.stream.emit(
            "test",
            file=self.file_of(nodeid),
            name=name or os.path.basename(file),
            status=status,
            line=record.line,
            message=record.message if status == "failed" else None,
            reason=reason if status != "failed" else None,
            duration_ms=round(record.seconds * 1000, 3),
            attempts=record.attempts if record.attempts > 1 else None,
        )

    @pytest.hookimpl(tryfirst=True)
    def pytest_warning_recorded(self, warning_message, when, nodeid, location):
        category = getattr(warning_message.category, "__name__", "")
        text = str(warning_message.message)
        record = self.pending.get(nodeid)
        if category == "PytestCollectionWarning":
            self.note(text)
        elif record is None:
            return
        elif category == "PytestReturnNotNoneWarning" and not record.asserts:
            record.hollow = "it returned a value instead of asserting: %s" % text
        elif category == "PytestUnhandledThreadExceptionWarning":
            record.hollow = "an exception in a thread did not reach the test: %s" % text
        elif category == "PytestUnhandledCoroutineWarning" or "async def functions are not natively supported" in text:
            record.hollow = "async test without a plug-in: its body was never run"

    # Ends

    @pytest.hookimpl(tryfirst=True)
    def pytest_internalerror(self, excrepr):
        self.error("internal error of pytest: %s" % excrepr)

    @pytest.hookimpl(tryfirst=True)
    def pytest_keyboard_interrupt(self, excinfo):
        self.error("the run was interrupted: %s" % (excinfo.value or excinfo.typename))

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session, exitstatus):
        outcome = yield
        if not self.stream.owned():
            self.stream.emit("error")
            return
        for nodeid in list(self.pending):
            self.flush(nodeid)
        if outcome.excinfo:
            self.error("a plug-in failed when the session ended: %s: %s" % (outcome.excinfo[0].__name__, outcome.excinfo[1]))
        stopped = getattr(session, "shouldstop", False) or getattr(session, "shouldfail", False)
        if stopped:
            self.error("the run stopped early: %s" % stopped)
        elif self.collected is not None and self.ran != self.collected and not self.broken:
            self.error("%d tests were collected, %d were run" % (self.collected, self.ran))
        self.modules.update(first_party_modules())
        self.stream.emit("modules", modules=self.modules)
        status = int(getattr(session, "exitstatus", exitstatus))
        if status not in (0, 1) and not self.broken:
            self.error("pytest ended with exit status %d" % status)
        self.stream.emit("end", exit=status, **self.counts)
        write_coverage()
