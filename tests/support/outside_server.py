"""A real HTTP server that stands in for a third party: it records requests and sends prepared responses."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class OutsideServer:
    """The recorded requests and the prepared responses."""

    def __init__(self) -> None:
        self.requests: list[tuple[str, dict[str, str], bytes]] = []
        self.responses: list[tuple[int, bytes]] = []
        self.address = ""
        self.content_type = "application/json"


@contextmanager
def outside_server() -> Iterator[OutsideServer]:
    """Run the server."""
    noted = OutsideServer()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            noted.requests.append((self.path, {key.lower(): value for key, value in self.headers.items()}, body))
            status, response = noted.responses.pop(0) if noted.responses else (201, b"{}")
            self.send_response(status)
            self.send_header("content-type", noted.content_type)
            self.send_header("content-length", str(len(response)))
            self.end_headers()
            self.wfile.write(response)

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    noted.address = f"127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield noted
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
