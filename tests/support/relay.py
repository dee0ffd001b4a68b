"""A TCP relay in front of the test's PostgreSQL: it can refuse connections, or keep them open and deliver nothing."""

import asyncio
from pathlib import Path
from urllib.parse import parse_qs, urlsplit


class Relay:
    """Relays to the Unix socket of a database URL. `url` leads through it."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._socket = next(Path(parse_qs(parts.query)["host"][0]).glob(".s.PGSQL.*[0-9]"))
        self._login, self._path = parts.netloc.split("@")[0], parts.path
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._open = asyncio.Event()
        self._port = 0

    async def start(self) -> None:
        """Accept connections, at the same port as before."""
        self._open.set()
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", self._port)
        self._port = self._server.sockets[0].getsockname()[1]

    @property
    def url(self) -> str:
        return f"postgresql://{self._login}@127.0.0.1:{self._port}{self._path}"

    def refuse(self) -> None:
        """Close every connection and refuse new ones."""
        self._server.close()
        for writer in list(self._writers):
            writer.transport.abort()

    def hang(self) -> None:
        """Deliver nothing, in either direction; new connections are accepted."""
        self._open.clear()

    def resume(self) -> None:
        self._open.set()

    def stop(self) -> None:
        self.refuse()
        for task in self._tasks:
            task.cancel()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        await self._open.wait()
        other_reader, other_writer = await asyncio.open_unix_connection(str(self._socket))
        self._writers.add(other_writer)
        for source, target in ((reader, other_writer), (other_reader, writer)):
            task = asyncio.create_task(self._copy(source, target))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65_536):
                await self._open.wait()
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        writer.close()
