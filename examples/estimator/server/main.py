"""The pricing server as it is hosted: any origin may ask it."""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from pricing import PRICES, BadRequest, estimate

LARGEST = 1_000_000


class Handler(BaseHTTPRequestHandler):
    def answer(self, status, value):
        body = json.dumps(value, sort_keys=True, separators=(",", ":")).encode("utf-8")
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path == "/health":
            self.answer(200, {"status": "ok"})
        elif self.path == "/prices":
            self.answer(200, PRICES)
        else:
            self.answer(404, {"error": f"there is nothing at {self.path}"})

    def do_POST(self):
        if self.path != "/estimate":
            self.answer(404, {"error": f"there is nothing at {self.path}"})
            return
        length = int(self.headers.get("Content-Length") or 0)
        if length > LARGEST:
            self.answer(413, {"error": "a take-off of that size is not taken"})
            return
        try:
            request = json.loads(self.rfile.read(length))
        except ValueError:
            self.answer(400, {"error": "the request is not JSON"})
            return
        try:
            self.answer(200, estimate(request))
        except BadRequest as wrong:
            self.answer(422, {"error": str(wrong)})

    def log_message(self, *_):
        """Quiet: the machine that hosts it has a log of its own."""


def main():
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 0), Handler)
    print(f"listening on {server.server_address[1]}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
