"""A subscriber without a WebSocket, which records its messages in order."""

import asyncio
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import asyncpg
import msgspec
import pytest

from balai.backend.realtime.authentication import Grant
from balai.backend.realtime.changes.service import ReplicatedChanges
from balai.backend.realtime.protocol.frames import Frame
from balai.database.pool import Connection
from balai.database.transaction import Caller

TIMEOUT_S = 4.0


class Listener:
    """A channel as row changes see it."""

    def __init__(self, claims: dict[str, Any], topic: str = "realtime:hall", *, is_legacy: bool = False) -> None:
        self.topic = topic
        self.is_legacy = is_legacy
        self.grant = Grant("", claims, Caller.from_claims(claims), 0.0)
        self.received: list[tuple[str, Any]] = []
        self._messages_changed = asyncio.Event()

    def deliver(self, frame: Frame) -> None:
        """Receives a shared frame."""
        wire = frame.wire(2) or b""
        # The header of the WebSocket frame precedes the array.
        _, _, topic, event, payload = msgspec.json.decode(wire[wire.index(b"[") :])
        assert topic == self.topic
        self._record(event, payload)

    def system(self, extension: str, status: str, message: str) -> None:
        """Receives a system message."""
        assert extension == "postgres_changes"
        self._record("system", {"status": status, "message": message})

    def _record(self, event: str, payload: Any) -> None:
        self.received.append((event, payload))
        self._messages_changed.set()

    async def wait_for(self, condition: Callable[["Listener"], object]) -> None:
        """Waits for expected messages."""
        async with asyncio.timeout(TIMEOUT_S):
            while not condition(self):
                self._messages_changed.clear()
                await self._messages_changed.wait()

    @property
    def system_messages(self) -> list[str]:
        """Returns its system messages."""
        return [f"{payload['status']} {payload['message']}" for event, payload in self.received if event == "system"]

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Returns the changes it received."""
        return [payload["data"] for event, payload in self.received if event == "postgres_changes"]


def member_claims(number: int = 1) -> dict[str, Any]:
    """Returns the claims of a signed-in user."""
    return {"role": "authenticated", "sub": str(uuid.UUID(int=number))}


async def wait_until(condition: Callable[[], Awaitable[object]]) -> None:
    """Repeats a check until it holds."""
    for _ in range(200):
        if await condition():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it never is")


class RecordingHub:
    """A hub that records messages from the database."""

    def __init__(self) -> None:
        self.messages: list[tuple[Any, ...]] = []
        self.news = asyncio.Event()

    def deliver_from_database(self, *message: Any) -> None:
        """Records one message."""
        self.messages.append(message)
        self.news.set()

    def recheck_readers(self, name: str) -> None:
        """Records that the readers of a topic were checked again."""
        self.messages.append(("access", name))
        self.news.set()


@pytest.fixture
def hub() -> RecordingHub:
    return RecordingHub()


@pytest.fixture
async def owner(backend_database: str) -> AsyncIterator[Connection]:
    """The owner's connection to a database with only the backend schema."""
    connection = await asyncpg.connect(backend_database)
    yield connection
    await connection.close()


@pytest.fixture
async def changes(backend_database: str, hub: RecordingHub) -> AsyncIterator[ReplicatedChanges]:
    """The row changes of one worker."""
    service = ReplicatedChanges(backend_database, hub, max_message=3_000_500)
    service.start()
    yield service
    await service.stop()
