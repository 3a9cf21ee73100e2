"""`python triverdict_unittest.py ARGUMENTS…`: what `python -m unittest ARGUMENTS…` does, telling each test in the events format.

The loader, the runner, the output and the exit codes are unittest's own; only the class of the result is ours. Python 3.8 or newer.
"""

import inspect
import os
import sys
import unittest
from unittest.case import _SubTest
from unittest.suite import _ErrorHolder

_HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:] = [entry for entry in sys.path if entry == "" or os.path.abspath(entry) != _HERE]
sys.path.insert(0, _HERE)
from triverdict_coverage import write_coverage  # noqa: E402
from triverdict_events import Stream, clip, first_party_modules, take_path  # noqa: E402

sys.path.remove(_HERE)
_FailedTest = unittest.loader._FailedTest
_TestCase = unittest.TestCase
_CALL = unittest.TestCase._callTestMethod
# Frames of this module are left out of tracebacks, as those of unittest are.
__unittest = True
_returned = {}
_NO_TESTS = 5


class Told(object):
    """What is written and counted over the whole run."""

    def __init__(self, stream):
        self.stream = stream
        self.counts = {"passed": 0, "failed": 0, "skipped": 0}
        self.found = None
        self.ran = 0
        self.partial = False

    def error(self, message):
        self.partial = True
        self.stream.emit("error", message=clip(message) or "unknown")

    def unloaded(self, file, message):
        self.partial = True
        self.stream.emit("suite", file=file, status="unloaded", message=clip(message))


def _file_of(test):
    module = sys.modules.get(type(test).__module__)
    file = getattr(module, "__file__", None)
    return os.path.abspath(file) if file else None


def _name_of(test):
    method = getattr(test, "_testMethodName", None)
    if method is None or not isinstance(test, _TestCase) or isinstance(test, unittest.FunctionTestCase):
        return test.id() or str(test)
    return "%s > %s" % (type(test).__qualname__.replace(".", " > "), method)


def _codes(code):
    yield code
    for constant in code.co_consts:
        if inspect.iscode(constant):
            for inner in _codes(constant):
                yield inner


def _asserts(function):
    code = getattr(getattr(inspect.unwrap(function), "__func__", function), "__code__", None)
    if code is None:
        return True
    return any(
        name == "AssertionError" or name.startswith(("assert", "fail", "raises"))
        for part in _codes(code)
        for name in part.co_names
    )


def _observe(test, method):
    """Runs a test method in the standard library's way and notes what it returned: a coroutine or a value that nobody looks at."""
    value = method()
    if inspect.isawaitable(value) or inspect.isgenerator(value) or inspect.isasyncgen(value):
        _returned[id(test)] = "it returned a %s that nobody runs: its body was never run" % type(value).__name__
    elif value is not None and not _asserts(method):
        _returned[id(test)] = "it returned a value (%s) instead of asserting" % type(value).__name__
    _CALL(test, lambda: value)


def _line_of(test):
    try:
        method = inspect.unwrap(getattr(test, test._testMethodName))
        return getattr(method, "__func__", method).__code__.co_firstlineno
    except Exception:
        return None


class Result(unittest.TextTestResult):
    """A TextTestResult that also writes one record for each test, when it stops."""

    told = None

    def _begin(self, test):
        """Some versions of unittest skip a test without starting it, so this is called from every side."""
        if isinstance(test, _SubTest):
            test = test.test_case
        if getattr(self, "_test", None) is test:
            return
        self._test = test
        self._status = None
        self._message = None
        self._reason = None

    def startTest(self, test):
        self._begin(test)
        super(Result, self).startTest(test)

    def stopTest(self, test):
        super(Result, self).stopTest(test)
        self._begin(test)
        self._test = None
        self.told.ran += 1
        returned = _returned.pop(id(test), None)
        if isinstance(test, _FailedTest):
            self.told.unloaded(_module_file(test._testMethodName), self._message or str(test._exception))
            return
        status, reason = self._status, self._reason
        if status is None:
            self.told.error("%s has no result" % test.id())
            return
        if status == "passed" and returned is not None:
            status, reason = "hollow", returned
        self.told.counts[status if status in ("passed", "failed") else "skipped"] += 1
        self.told.stream.emit(
            "test",
            file=_file_of(test),
            name=_name_of(test),
            status=status,
            line=_line_of(test),
            message=self._message if status == "failed" else None,
            reason=clip(reason) if status != "failed" else None,
        )

    def _fail(self, test, message):
        self._begin(test)
        if self._status != "failed":
            self._status = "failed"
            self._message = clip(message)

    def _settle(self, test, status, reason=None):
        self._begin(test)
        if self._status is None:
            self._status = status
            self._reason = reason

    def _text(self, err, test):
        return self._exc_info_to_string(err, test)

    def addSuccess(self, test):
        self._settle(test, "passed")
        super(Result, self).addSuccess(test)

    def addFailure(self, test, err):
        self._fail(test, self._text(err, test))
        super(Result, self).addFailure(test, err)

    def addError(self, test, err):
        if isinstance(test, _ErrorHolder):
            text = "%s\n%s" % (test.description, self._text(err, test))
            if test.description.startswith("setUp"):
                self.told.unloaded(_holder_file(test.description), text)
            else:
                self.told.error(text)
        else:
            self._fail(test, self._text(err, test))
        super(Result, self).addError(test, err)

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self._fail(test, "%s\n%s" % (subtest, self._text(err, test)))
        super(Result, self).addSubTest(test, subtest, err)

    def addSkip(self, test, reason):
        if isinstance(test, _ErrorHolder):
            self.told.partial = True
            self.told.counts["skipped"] += 1
            self.told.stream.emit(
                "test", file=_holder_file(test.description), name=test.description, status="skipped", reason=clip(str(reason))
            )
        elif isinstance(test, _SubTest):
            self._settle(test, "skipped", "%s: %s" % (test, reason))
        else:
            self._settle(test, "skipped", str(reason))
        super(Result, self).addSkip(test, reason)

    def addExpectedFailure(self, test, err):
        self._settle(test, "todo", "expected failure")
        super(Result, self).addExpectedFailure(test, err)

    def addUnexpectedSuccess(self, test):
        self._fail(test, "unexpected success: the test is marked as an expected failure and passed")
        super(Result, self).addUnexpectedSuccess(test)


def _module_file(name):
    """Where a module that could not be loaded should be; None when there is no such file."""
    path = os.path.join(os.getcwd(), *name.split("."))
    for candidate in (path + ".py", os.path.join(path, "__init__.py")):
        if os.path.exists(candidate):
            return candidate
    return None


def _holder_file(description):
    """`setUpClass (package.module.Class)` or `setUpModule (package.module)`: the file of the longest loaded prefix."""
    name = description.partition("(")[2].rstrip(")")
    while name:
        file = getattr(sys.modules.get(name), "__file__", None)
        if file:
            return os.path.abspath(file)
        name = name.rpartition(".")[0]
    return None


class Runner(unittest.TextTestRunner):
    resultclass = Result

    def run(self, test):
        Result.told.found = test.countTestCases()
        return super(Runner, self).run(test)


class Program(unittest.TestProgram):
    """unittest's own program; between the run and its exit the end is written."""

    def runTests(self):
        leave, self.exit = self.exit, False
        self.failfast = False
        self.testRunner = Runner
        told = Result.told
        super(Program, self).runTests()
        result = self.result
        if result.shouldStop:
            told.error("the run was stopped early")
        elif told.ran != told.found and not told.partial:
            told.error("%d tests were found, %d were run" % (told.found, told.ran))
        elif result.testsRun == 0:
            told.error("no tests were run")
        told.stream.emit("modules", modules=first_party_modules())
        told.stream.emit("end", **told.counts)
        write_coverage()
        if not leave:
            return
        if result.testsRun == 0 and len(result.skipped) == 0 and sys.version_info >= (3, 12):
            sys.exit(_NO_TESTS)
        sys.exit(not result.wasSuccessful())


if __name__ == "__main__":
    # What `python -m unittest` does.
    sys.path.insert(0, os.getcwd())
    events = take_path()
    if not events:
        sys.exit("TRIVERDICT_EVENTS names no file")
    unittest.TestCase._callTestMethod = _observe
    Result.told = Told(Stream(events))
    Result.told.stream.emit("start", tool="unittest", version="%d.%d.%d" % sys.version_info[:3])
    Program(module=None, argv=["python -m unittest"] + sys.argv[1:])
