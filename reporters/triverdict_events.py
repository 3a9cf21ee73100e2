"""Writes the events of one run: line-delimited JSON, appended at once, by the process that opened it.

Plain Python 3.6 syntax and the standard library only: it is loaded into the user's test process. Everything it needs is bound
when it is loaded, so that later patches of `os` or `json` do not reach it.
"""

import os as _os
from json import JSONEncoder as _JSONEncoder

_write = _os.write
_open = _os.open
_close = _os.close
_getpid = _os.getpid
_FLAGS = _os.O_WRONLY | _os.O_CREAT | _os.O_APPEND
_encode = _JSONEncoder(ensure_ascii=True, default=str).encode
MESSAGE_LIMIT = 64 * 1024


def take_path():
    """The file named by TRIVERDICT_EVENTS, or None. The variable is taken away, so that nested runs do not write there."""
    return _os.environ.pop("TRIVERDICT_EVENTS", None)


def clip(text):
    """The first 64 KiB of a message, None for an empty one."""
    if not text:
        return None
    return text if len(text) <= MESSAGE_LIMIT else text[:MESSAGE_LIMIT]


def first_party_modules():
    """Top-level modules of the project (TRIVERDICT_FIRST_PARTY, comma-separated) that are loaded: name to absolute file."""
    import sys

    found = {}
    for name in _os.environ.get("TRIVERDICT_FIRST_PARTY", "").split(","):
        module = sys.modules.get(name) if name else None
        if module is None:
            continue
        file = getattr(module, "__file__", None)
        if not file:
            try:
                file = list(module.__path__)[0]
            except Exception:
                continue
        found[name] = _os.path.abspath(file)
    return found


class Stream(object):
    """An append-only file. Only the process that made this object writes; a forked child that goes on is told apart by its pid."""

    def __init__(self, path):
        self._path = path
        self._pid = _getpid()
        self._fd = _open(path, _FLAGS, 0o644)
        self.told = False

    def owned(self):
        return _getpid() == self._pid

    def emit(self, event, **fields):
        """Writes one event; keys without a value are left out. In a forked child one error is written instead, once."""
        if not self.owned():
            if not self.told:
                self.told = True
                self._line({"event": "error", "message": "a forked child (pid %d) went on running the tests" % _getpid()})
            return
        record = {"event": event}
        for key, value in fields.items():
            if value is not None:
                record[key] = value
        self._line(record)

    def _line(self, record):
        data = (_encode(record) + "\n").encode("ascii")
        try:
            self._all(data)
        except OSError:
            # A test closed every descriptor: open the file once more. When that fails too there is no `end`, and absence is no success.
            self._fd = _open(self._path, _FLAGS, 0o644)
            self._all(data)

    def _all(self, data):
        while data:
            data = data[_write(self._fd, data) :]
