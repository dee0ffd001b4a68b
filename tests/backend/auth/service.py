"""Helpers of the auth tests: the service over HTTP, its queued messages, and a movable clock."""

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx
import msgspec

from balai.database.pool import Pool
from balai.messaging.queue import Contents
from balai.security import tokens

SECRET = "a secret of the tests that is long enough to be one"
SITE = "http://site.example"
PASSWORD = "correct horse battery"
SELECT_LAST_MESSAGE = """
  select kind, language, content from mailbox.queue where recipient = $1 order by created_at desc limit 1
"""


class QueuedEmail(msgspec.Struct, frozen=True):
    """A queued message."""

    kind: str
    language: str
    facts: dict[str, str]

    @property
    def code(self) -> str:
        return self.facts["code"]

    @property
    def link(self) -> dict[str, str]:
        return dict(parse_qsl(urlsplit(self.facts["url"]).query))


@dataclass
class Service:
    """The running service, with helpers for tests."""

    http: httpx.AsyncClient
    pool: Pool
    shift: timedelta = timedelta()
    stopped_at: datetime | None = None
    background: set[asyncio.Task[None]] = field(default_factory=set)
    keys: tokens.ApiKeys = field(default_factory=lambda: tokens.api_keys(SECRET))

    def now(self) -> datetime:
        return (self.stopped_at or datetime.now(UTC)) + self.shift

    def stop_clock(self) -> None:
        """Stops the clock; only `wait` advances it."""
        self.stopped_at = datetime.now(UTC)

    def wait(self, **span: float) -> None:
        self.shift += timedelta(**span)

    async def settle(self) -> None:
        """Waits for all background tasks."""
        await asyncio.gather(*self.background)

    @property
    def admin(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.keys.service_role}"}

    async def email_to(self, recipient: str) -> QueuedEmail:
        row = await self.pool.fetchrow(SELECT_LAST_MESSAGE, recipient)
        assert row is not None, f"no message to {recipient}"
        facts = msgspec.json.decode(row["content"], type=Contents).variables
        return QueuedEmail(row["kind"], row["language"], facts)

    async def sms_to(self, phone: str) -> QueuedEmail:
        """Returns the latest SMS to a number, E.164 without the plus."""
        message = await self.email_to(phone)
        assert message.kind == "code"
        return message

    async def count_emails(self) -> int:
        return int(await self.pool.fetchval("select count(*) from mailbox.queue"))

    async def post(self, path: str, body: dict[str, Any] | None = None, **headers: str) -> httpx.Response:
        return await self.http.post(path, json=body or {}, headers={"X-Supabase-Api-Version": "2024-01-01", **headers})

    async def sign_up(self, email: str, **more: Any) -> httpx.Response:
        return await self.post("/signup", {"email": email, "password": PASSWORD, **more})

    async def sign_in(self, email: str, password: str = PASSWORD) -> httpx.Response:
        return await self.post("/token?grant_type=password", {"email": email, "password": password})

    async def refresh(self, token: str) -> httpx.Response:
        return await self.post("/token?grant_type=refresh_token", {"refresh_token": token})

    async def member(self, email: str = "mei@example.org") -> dict[str, Any]:
        """Returns a session of a confirmed account, which is created if needed."""
        body = {"email": email, "password": PASSWORD, "email_confirm": True}
        await self.http.post("/admin/users", json=body, headers=self.admin)
        response = await self.sign_in(email)
        assert response.status_code == 200, response.text
        return dict(response.json())


def bearer(session: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"Bearer {session['access_token']}", "X-Supabase-Api-Version": "2024-01-01"}
