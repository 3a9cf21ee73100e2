"""Notes on each report of pytest what was seen where the test executed: raised, attempts, hollow, asserts.

It is registered anew when the tests begin, so that it stands outside of every other plug-in and conftest.
"""

import ast
import dis
import functools
import inspect
import os
import sys
import textwrap
import unittest

import pytest

from triverdict_events import first_party_modules

_BENIGN = (pytest.skip.Exception, pytest.xfail.Exception, pytest.exit.Exception, unittest.SkipTest, KeyboardInterrupt)
_WATCHED_HOOKS = ("pytest_pyfunc_call", "pytest_runtest_protocol", "pytest_runtest_makereport", "pytest_runtest_call")
_CHECKING = ("assert", "raises", "fail", "warns", "expect")


class Watch(object):
    def __init__(self, config, recorder):
        self.config = config
        self.recorder = recorder
        self.deselected = []
        self.errors = []
        self.collected = None
        self.vacuous = []
        self.hollow = {}
        self.current = None
        self.entered = Entered.make()

    # Collection

    def pytest_deselected(self, items):
        self.deselected.extend(item.nodeid for item in items)

    def pytest_warning_recorded(self, warning_message, when, nodeid, location):
        if getattr(warning_message.category, "__name__", "") != "PytestAssertRewriteWarning":
            return
        if "assertion is always true" in str(warning_message.message):
            self.vacuous.append((os.path.realpath(warning_message.filename), warning_message.lineno))

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session):
        self.collected = len(session.items)
        if self.recorder is not None:
            self.tell_hooks()

    def tell_hooks(self):
        for name in _WATCHED_HOOKS:
            for file in _own_implementations(self.config, name):
                self.recorder.note("%s implements %s" % (file, name))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session):
        # Warnings of the collection are told after it has finished.
        for item in session.items if self.vacuous else ():
            if _is_vacuous(item, self.vacuous):
                self.hollow[item.nodeid] = "its assertions are always true"
        # Later registered is further out. The hook that is being called keeps its own list, so this is safe here.
        if self.entered is None and _own_implementations(self.config, "pytest_pyfunc_call"):
            self.entered = Wrapped()
        manager = self.config.pluginmanager
        _switch_off_retries(manager)
        manager.unregister(self)
        manager.register(self, "triverdict-watch")

    # Execution

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item, nextitem):
        self.current = {"attempts": 0, "earlier": None, "entered": None}
        yield
        if self.recorder is not None:
            if not self.recorder.stream.owned():
                return
            self.recorder.flush(item.nodeid)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_pyfunc_call(self, pyfuncitem):
        expected = None if self.entered is None else self.entered.expect(pyfuncitem)
        outcome = yield
        if expected is None or self.entered is None:
            return
        if not self.entered.seen(pyfuncitem, expected) and outcome.excinfo is None and self.current is not None:
            self.current["entered"] = False

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, item, call):
        raised = _raised(call.excinfo)
        outcome = yield
        if outcome.excinfo:
            return
        report = outcome.get_result()
        # Results of unittest.TestCase are put in by an inner hook.
        raised = raised or _raised(call.excinfo)
        state = self.current or {"attempts": 0, "earlier": None, "entered": None}
        # Reports of subtests stand beside the one of their test.
        whole = type(report).__name__ == "TestReport"
        if call.when == "call" and whole:
            state["attempts"] += 1
        seen = {"raised": raised, "attempts": max(1, state["attempts"]), "earlier": state["earlier"]}
        if call.when == "call":
            seen["asserts"] = _checks_something(item)
            if state["entered"] is False:
                seen["hollow"] = "its body was never entered"
            elif item.nodeid in self.hollow:
                seen["hollow"] = self.hollow[item.nodeid]
        if raised and whole and call.when == "call" and not hasattr(report, "wasxfail"):
            state["earlier"] = state["earlier"] or raised
        try:
            report.triverdict = seen
        except Exception:
            self.errors.append("the report of %s takes no notes" % item.nodeid)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session):
        output = getattr(self.config, "workeroutput", None)
        if output is not None:
            output["triverdict_modules"] = first_party_modules()
            output["triverdict_deselected"] = self.deselected
            output["triverdict_collected"] = self.collected
            output["triverdict_errors"] = self.errors
        elif self.recorder is not None:
            for message in self.errors:
                self.recorder.error(message)
        if self.entered is not None:
            self.entered.close()
            self.entered = None


def _switch_off_retries(manager):
    """Retries of pytest-rerunfailures and flaky, marks included. Those of others are told by their failed attempts."""
    rerunfailures = manager.get_plugin("rerunfailures")
    if hasattr(rerunfailures, "get_reruns_count"):
        # None: neither marked nor told to, so the usual protocol runs the test.
        rerunfailures.get_reruns_count = lambda item: None
    for plugin in list(manager.get_plugins()):
        if getattr(plugin, "__name__", "") == "flaky.flaky_pytest_plugin":
            manager.unregister(plugin)


def _raised(excinfo):
    """Text of an exception that is not a skip, an expected failure or an interruption; None for none."""
    if excinfo is None or issubclass(excinfo.type, _BENIGN):
        return None
    try:
        return str(excinfo.getrepr(style="short"))
    except Exception:
        return "%s: %s" % (excinfo.typename, excinfo.value)


def _codes(code):
    yield code
    for constant in code.co_consts:
        if inspect.iscode(constant):
            for inner in _codes(constant):
                yield inner


def _function(item):
    try:
        function = inspect.unwrap(item.obj)
    except Exception:
        return None
    return getattr(function, "__func__", function)


def _checks_something(item):
    """True when the body asserts or calls something that sounds like it. A rewritten assert names `@pytest_ar`."""
    code = getattr(_function(item), "__code__", None)
    if code is None:
        return True
    for part in _codes(code):
        for name in part.co_names:
            if name in ("@pytest_ar", "AssertionError") or name.lower().startswith(_CHECKING):
                return True
        if any(instruction.opname in ("LOAD_ASSERTION_ERROR", "RAISE_VARARGS") for instruction in dis.get_instructions(part)):
            return True
    return False


def _is_vacuous(item, places):
    """True when pytest called an assertion of this test always true and the test has nothing else that can fail."""
    function = _function(item)
    code = getattr(function, "__code__", None)
    if code is None:
        return False
    file = os.path.realpath(code.co_filename)
    try:
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except Exception:
        return False
    flagged = [line - first + 1 for name, line in places if name == file and first <= line < first + len(lines)]
    if not flagged:
        return False
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert) and node.lineno not in flagged:
            return False
        if isinstance(node, ast.Call):
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if called.lower().startswith(_CHECKING):
                return False
    return True


def _own_implementations(config, hook):
    """Files outside of installed packages that implement a hook: conftest files and plug-ins of the project."""
    files = []
    for implementation in getattr(config.hook, hook).get_hookimpls():
        file = getattr(implementation.plugin, "__file__", None)
        if file and "site-packages" not in file and "dist-packages" not in file:
            files.append(file)
    return files


class Wrapped(object):
    """The same for older versions, only where the project calls tests by a hook of its own: the function is wrapped for the call."""

    def expect(self, item):
        original = item.obj
        if inspect.iscoroutinefunction(original) or inspect.isasyncgenfunction(original):
            return None
        state = {"original": original, "entered": False}

        @functools.wraps(original)
        def entering(*args, **kwargs):
            state["entered"] = True
            return original(*args, **kwargs)

        item.obj = entering
        return state

    def seen(self, item, state):
        item.obj = state["original"]
        return state["entered"]

    def close(self):
        """Nothing is held."""


class Entered(object):
    """Knows whether a function was entered, by the monitoring events of Python 3.12; older versions cannot tell cheaply."""

    @staticmethod
    def make():
        monitoring = getattr(sys, "monitoring", None)
        if monitoring is None:
            return None
        for tool in (4, 3):
            if monitoring.get_tool(tool) is None:
                return Entered(monitoring, tool)
        return None

    def __init__(self, monitoring, tool):
        self.monitoring = monitoring
        self.tool = tool
        self.found = set()
        monitoring.use_tool_id(tool, "triverdict")
        monitoring.register_callback(tool, monitoring.events.PY_START, self._start)

    def _start(self, code, offset):
        self.found.add(code)

    def expect(self, item):
        """What `seen` is to be asked for; None when the item has no code that could be seen."""
        code = getattr(getattr(item.obj, "__func__", item.obj), "__code__", None)
        if code is not None:
            self.found.discard(code)
            self.monitoring.set_local_events(self.tool, code, self.monitoring.events.PY_START)
        return code

    def seen(self, item, code):
        self.monitoring.set_local_events(self.tool, code, 0)
        return code in self.found

    def close(self):
        self.monitoring.register_callback(self.tool, self.monitoring.events.PY_START, None)
        self.monitoring.free_tool_id(self.tool)
