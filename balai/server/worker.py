"""A worker process: reads its configuration from standard input, serves, exits on SIGTERM or when that pipe closes.

Heavy modules are imported before the configuration arrives, while the database is still starting.
"""

import gc
import os
import signal
import socket
import sys
import threading

import msgspec
import uvicorn
import uvloop

from balai.http.protocol import LimitedHttpProtocol
from balai.http.websocket_protocol import MAX_FRAME_SIZE, DirectWebSocketProtocol
from balai.server.app import Application
from balai.server.observability import configure_logging
from balai.server.supervisor import StartFailure, WorkerConfig
from balai.settings import Settings


class NotifyingServer(uvicorn.Server):
    """Tells the supervisor when the server is ready."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then write `ready`."""
        await super().startup(sockets)
        # The objects of the start live until the end: exclude them from garbage collection.
        gc.collect()
        gc.freeze()
        # Requests create almost no reference cycles, and the collector took a tenth of the time of a small response.
        gc.set_threshold(50_000, 20, 50)
        if self.started:
            sys.stdout.write("ready\n")
            sys.stdout.flush()


def main() -> None:
    """Entry of `python -m balai.server.worker`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    line = sys.stdin.buffer.readline()
    if not line:
        return
    config = msgspec.json.decode(line, type=WorkerConfig, dec_hook=lambda kind, value: kind(value))
    threading.Thread(target=_end_with_supervisor, daemon=True).start()
    configure_logging(config.settings.log_level, config.settings.log_format)
    uvloop.run(_serve(config))


async def _serve(config: WorkerConfig) -> None:
    app = Application(config.settings, config.database_url, backend_only=config.backend_only, has_jobs=config.has_jobs)
    server = NotifyingServer(server_config(config.settings, app))
    try:
        await server.serve(sockets=[socket.socket(fileno=config.socket)])
    finally:
        if app.start_error is not None:
            failure = StartFailure(app.start_error.message, app.start_error.hint)
            sys.stdout.write(f"{msgspec.json.encode(failure).decode()}\n")
            sys.stdout.flush()


def server_config(settings: Settings, app: object) -> uvicorn.Config:
    """The uvicorn configuration; the benchmarks run their bare application with it too."""
    return uvicorn.Config(
        app,  # type: ignore[arg-type]  # any ASGI callable
        loop="uvloop",
        http=LimitedHttpProtocol,
        ws=DirectWebSocketProtocol,
        ws_max_size=MAX_FRAME_SIZE,
        # No compression state for each connection, and a frame for a thousand receivers is encoded once.
        ws_per_message_deflate=False,
        lifespan="on",
        access_log=False,
        log_config=None,
        server_header=False,
        date_header=True,
        proxy_headers=True,
        forwarded_allow_ips=settings.trusted_proxies,
        timeout_graceful_shutdown=10,
        timeout_keep_alive=30,
        h11_max_incomplete_event_size=65536,
    )


def _end_with_supervisor() -> None:
    # The pipe closes however the supervisor ended. An orphaned worker would keep the port.
    # Not `sys.stdin`: its lock, held by this thread, would abort the interpreter's shutdown.
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
