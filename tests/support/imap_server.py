"""A mailbox on a local IMAP server: as much of RFC 3501 as reading unseen emails by their UIDs takes."""

import asyncio
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager

FETCHED = re.compile(r"UID FETCH (\d+) \((RFC822\.SIZE|BODY\.PEEK\[\])\)")
STORED = re.compile(r"UID STORE ([\d,]+) \+FLAGS\.SILENT \(\\Seen\)")


class ImapServer:
    """The emails of its only folder; the UID of each is its place. `seen`: the UIDs that are marked."""

    def __init__(self, user: str, password: str) -> None:
        self.emails: list[bytes] = []
        self.seen: set[int] = set()
        self.port = 0
        self._login = f'LOGIN {user} "{password}"'

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one connection until it ends."""
        writer.write(b"* OK ready\r\n")
        while line := await reader.readline():
            tag, _, command = line.decode().strip().partition(" ")
            lines = self._answer(command)
            state = b"OK" if lines is not None else b"NO"
            writer.write(b"".join(lines or ()) + tag.encode() + b" " + state + b" done\r\n")
            await writer.drain()
            if command == "LOGOUT":
                break
        writer.close()

    def _answer(self, command: str) -> list[bytes] | None:
        """The untagged lines of an answer; None: refused."""
        if command == "CAPABILITY":
            return [b"* CAPABILITY IMAP4rev1\r\n"]
        if command.startswith("SELECT "):
            return [b"* %d EXISTS\r\n" % len(self.emails)]
        if command == "UID SEARCH UNSEEN":
            unseen = [str(uid) for uid in range(1, len(self.emails) + 1) if uid not in self.seen]
            return [f"* SEARCH {' '.join(unseen)}\r\n".encode()]
        if fetched := FETCHED.fullmatch(command):
            uid, body = int(fetched[1]), self.emails[int(fetched[1]) - 1]
            if fetched[2] == "RFC822.SIZE":
                return [b"* %d FETCH (UID %d RFC822.SIZE %d)\r\n" % (uid, uid, len(body))]
            return [b"* %d FETCH (UID %d BODY[] {%d}\r\n" % (uid, uid, len(body)), body, b")\r\n"]
        if stored := STORED.fullmatch(command):
            self.seen |= {int(uid) for uid in stored[1].split(",")}
            return []
        return [] if command in (self._login, "LOGOUT") else None


@contextmanager
def running_imap_server(user: str, password: str) -> Iterator[ImapServer]:
    """Serve in a thread of its own, on a free port."""
    server, loop = ImapServer(user, password), asyncio.new_event_loop()
    listening = loop.run_until_complete(asyncio.start_server(server.serve, "127.0.0.1", 0))
    server.port = listening.sockets[0].getsockname()[1]
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        listening.close()
        loop.close()
