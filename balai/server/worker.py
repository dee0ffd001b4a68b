"""One worker process: it reads its config from standard input, serves, and ends when told to or when that pipe closes.

Everything heavy is imported before the config come, while the database is still starting.
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
from balai.server.supervisor import WorkerConfig
from balai.settings import Settings


class NotifyingServer(uvicorn.Server):
    """A server that tells the supervisor when it can answer."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        # What is here now stays until the end: the collector need not walk through it again and again.
        gc.collect()
        gc.freeze()
        # Almost nothing that a request makes is a cycle, and looking for cycles was a tenth of a small answer.
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
    app = Application(config.settings, config.database_url, backend_only=config.backend_only)
    server = NotifyingServer(server_config(config.settings, app))
    await server.serve(sockets=[socket.socket(fileno=config.socket)])


def server_config(settings: Settings, app: object) -> uvicorn.Config:
    """How uvicorn runs an application of ours; the benchmarks run their bare one the same way."""
    return uvicorn.Config(
        app,  # type: ignore[arg-type]  # any ASGI callable
        loop="uvloop",
        http=LimitedHttpProtocol,
        ws=DirectWebSocketProtocol,
        ws_max_size=MAX_FRAME_SIZE,
        # Nothing to keep for each connection, and a message for a thousand is written once.
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
    # The pipe closes when the supervisor ends, however it ended: an orphan would keep the port.
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
