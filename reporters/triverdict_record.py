"""One test as the reporter of pytest tells it: its name, and what is known about it while its phases come in."""

from triverdict_events import clip


def name_of(nodeid):
    """File and name of a node id: `a.py::TestX::test_b[c::d]` gives `a.py` and `TestX > test_b[c::d]`."""
    file, _, rest = nodeid.partition("::")
    titles, bracket, parameters = rest.partition("[")
    return file, titles.replace("::", " > ") + bracket + parameters


def skip_reason(report):
    if isinstance(report.longrepr, tuple) and len(report.longrepr) == 3:
        reason = str(report.longrepr[2])
        return reason[len("Skipped: ") :] if reason.startswith("Skipped: ") else reason
    return clip(getattr(report, "longreprtext", ""))


def last_line(text):
    return (text.strip().splitlines() or ["?"])[-1]


class Record(object):
    """What is known about one test while it is being run."""

    def __init__(self):
        self.status = None
        self.message = None
        self.reason = None
        self.hollow = None
        self.line = None
        self.seconds = 0.0
        self.attempts = 1
        self.asserts = False
        self.finished = False
        self.node = None

    def fail(self, message):
        if self.status != "failed":
            self.status = "failed"
            self.message = clip(message)

    def settle(self, status, reason=None):
        if self.status is None:
            self.status = status
            self.reason = clip(reason)
