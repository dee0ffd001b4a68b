"""The mailbox on an IMAP server that replies arrive in. Unseen emails are read; seen ones are never read again.

The client of the standard library blocks, so each visit runs in a thread of its own. A server without TLS is accepted
for this machine only.
"""

import asyncio
import imaplib
import ssl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from urllib.parse import unquote, urlsplit

import msgspec

TIMEOUT_S = 30
BATCH = 20
MAX_BYTES = 25_000_000
LOCAL = {"localhost", "127.0.0.1", "::1"}


class MailboxError(Exception):
    """The server cannot be reached, or rejects the account."""


class ArrivedEmail(msgspec.Struct, frozen=True):
    """An email as the server has it. `raw` is empty for one that is too large."""

    uid: str
    raw: bytes


class ImapMailbox:
    """`imaps://USER:PASSWORD@HOST/FOLDER`; the folder is INBOX by default."""

    def __init__(self, url: str) -> None:
        self._url = urlsplit(url)

    async def read_unseen(self) -> list[ArrivedEmail]:
        """The oldest unseen emails. Raises MailboxError."""
        return await asyncio.to_thread(self._read)

    async def mark_seen(self, uids: Sequence[str]) -> None:
        """Mark as seen. Raises MailboxError."""
        await asyncio.to_thread(self._mark, uids)

    def _read(self) -> list[ArrivedEmail]:
        with self._open() as client:
            _, found = client.uid("SEARCH", "UNSEEN")
            uids = (found[0] or b"").split()[:BATCH]
            return [ArrivedEmail(uid.decode(), _fetch(client, uid.decode())) for uid in uids]

    def _mark(self, uids: Sequence[str]) -> None:
        with self._open() as client:
            client.uid("STORE", ",".join(uids), "+FLAGS.SILENT", r"(\Seen)")

    @contextmanager
    def _open(self) -> Iterator[imaplib.IMAP4]:
        url = self._url
        host = url.hostname or ""
        try:
            client: imaplib.IMAP4
            if url.scheme == "imaps":
                tls = ssl.create_default_context()
                client = imaplib.IMAP4_SSL(host, url.port or 993, ssl_context=tls, timeout=TIMEOUT_S)
            else:
                client = imaplib.IMAP4(host, url.port or 143, timeout=TIMEOUT_S)
                if host not in LOCAL:
                    client.starttls(ssl.create_default_context())
            with client:
                client.login(unquote(url.username or ""), unquote(url.password or ""))
                state, _ = client.select(unquote(url.path.strip("/")) or "INBOX")
                if state != "OK":
                    raise MailboxError("no such folder")
                yield client
        except (OSError, imaplib.IMAP4.error) as error:
            raise MailboxError(str(error) or type(error).__name__) from error


def _fetch(client: imaplib.IMAP4, uid: str) -> bytes:
    _, sizes = client.uid("FETCH", uid, "(RFC822.SIZE)")
    size = int(str(sizes[0]).rpartition("RFC822.SIZE ")[2].partition(")")[0].split()[0])
    if size > MAX_BYTES:
        return b""
    # PEEK: the email stays unseen until its reply is stored.
    _, parts = client.uid("FETCH", uid, "(BODY.PEEK[])")
    return next((part[1] for part in parts if isinstance(part, tuple)), b"")
