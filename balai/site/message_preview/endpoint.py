"""`POST /message-preview`, for administrators with their bearer token: a message as its recipients will get it.

The email and the SMS are rendered by the code that renders those that are sent, with sample data, so the preview cannot
differ from the message. With `send` it is queued to the administrator's own address or number, too.
"""

import time
from collections import deque
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from typing import Literal
from uuid import UUID
from zoneinfo import ZoneInfo

import asyncpg
import msgspec

from balai.database.pool import UNAVAILABLE, Pool
from balai.database.transaction import as_owner
from balai.http.asgi import Receive
from balai.messaging.email_rendering import format_datetime, format_day, render
from balai.messaging.own_texts.segments import SmsCost, count_segments
from balai.messaging.own_texts.texts import OwnKind, OwnTexts, standard_kind
from balai.messaging.queue import OutgoingMessage, enqueue
from balai.messaging.sms_sender import render_sms
from balai.security.tokens import KeyRing
from balai.settings import Settings
from balai.site.payloads import Lang
from balai.site.request.administrators import Refused, error_response, find_administrator, json_response
from balai.site.request.exchange import Request, Response, read_body

PATH = "/message-preview"
MAX_BODY_BYTES = 20_000
MAX_TESTS, TEST_PERIOD_S = 10, 600.0
READ_SAMPLE = """
select t.name as service, t.place, s.time_zone, host.display_name as host, own.display_name as name, u.email,
  case when u.phone_confirmed_at is not null then u.phone end as phone,
  (select n.name from public.site_names as n where n.language = $2::public.language) as site,
  look.preset, look.accent
from public.services as s
cross join lateral public.service_text(s.id, $2::public.language) as t
cross join public.site_settings as look
left join public.profiles as host on host.id = s.host_id
join public.profiles as own on own.id = $3
join auth.users as u on u.id = own.id
where s.id = $1
"""
# Kinds that say why, or offer other times.
BY_SITE = frozenset({"booking_cancelled_by_site", "booking_closed"})
# Kinds that ask for an answer by links, and kinds that name a time for an answer.
ANSWERED = frozenset({"booking_reminder", "booking_reminder_soon", "booking_offered"})
UNTIL = frozenset({"booking_requested", "booking_offered"})
REASONS = {
    "en": "The nurse is ill.",
    "zh": "护士生病了。",
    "ms": "Jururawat sakit.",
    "vi": "Y tá bị ốm.",
}
NOT_SHOWN = "The message cannot be shown"


class _Given(msgspec.Struct, frozen=True):
    """The request body. The four parts are as they are typed; `send` queues a test."""

    service: UUID
    kind: OwnKind
    language: Lang
    subject: str = ""
    body: str = ""
    addition: str = ""
    sms: str = ""
    send: Literal["mail", "sms"] | None = None

    def texts(self) -> OwnTexts:
        parts = (part.strip() for part in (self.subject, self.body, self.addition, self.sms))
        return OwnTexts(*parts)


class _Shown(msgspec.Struct, frozen=True, rename="camel"):
    """The response. `recipient`: where the test goes; empty if none was asked for."""

    subject: str
    html: str
    sms: str
    cost: SmsCost
    recipient: str = ""


class MessagePreview:
    """One per process."""

    def __init__(
        self, pool: Pool, ring: KeyRing, settings: Settings, read_logo: Callable[[], Awaitable[bytes]]
    ) -> None:
        self._pool, self._ring, self._settings, self._read_logo = pool, ring, settings, read_logo
        self._tests: deque[float] = deque()

    async def respond(self, request: Request, receive: Receive) -> Response:
        """The message, or what is wrong with the request."""
        try:
            member = await find_administrator(self._pool, self._ring, request)
            given = _read_given(await read_body(receive, MAX_BODY_BYTES))
            shown = await self._show(given, member)
        except Refused as error:
            return error_response(error.status, error.details, NOT_SHOWN)
        except UNAVAILABLE:
            return error_response(HTTPStatus.SERVICE_UNAVAILABLE, "busy", NOT_SHOWN)
        return json_response(HTTPStatus.OK, shown)

    async def _show(self, given: _Given, member: UUID) -> _Shown:
        logo = await self._read_logo()
        async with as_owner(self._pool) as conn:
            sample = await conn.fetchrow(READ_SAMPLE, given.service, given.language, member)
            if sample is None:
                raise Refused(HTTPStatus.NOT_FOUND, "not_found")
            kind = standard_kind(given.kind)
            message = OutgoingMessage(kind, "", given.language, self._variables(given, sample))
            email = render(message, site=sample["site"], logo=logo)
            sms = render_sms(message, site=sample["site"])
            recipient = ""
            if given.send is not None:
                recipient = sample["email" if given.send == "mail" else "phone"] or ""
                if not recipient:
                    raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, f"no_own_{given.send}")
                self._count_test()
                own = msgspec.structs.replace(message, recipient=recipient, channel=given.send)
                await enqueue(conn, own)
        shown_recipient = f"+{recipient}" if recipient and given.send == "sms" else recipient
        return _Shown(email.subject, email.standalone_html, sms, count_segments(sms), shown_recipient)

    def _variables(self, given: _Given, sample: asyncpg.Record) -> dict[str, str]:
        zone, lang = sample["time_zone"], given.language
        # Tomorrow at ten: a message about a day that may have passed would look wrong.
        tomorrow = datetime.now(UTC).astimezone(ZoneInfo(zone)) + timedelta(days=1)
        start = tomorrow.replace(hour=10, minute=0, second=0, microsecond=0)
        url = f"{self._settings.site_url}/{lang}/book"
        variables = {
            "name": sample["name"],
            "service": sample["service"],
            "starts_at": start.isoformat(),
            "time_zone": zone,
            "when": format_datetime(start, zone, lang),
            "date": format_day(start, zone, lang),
            "time": f"{start:%H:%M}",
            "until": "",
            "place": sample["place"],
            "host": sample["host"] or sample["name"],
            "url": url,
            "link": url,
            "preset": sample["preset"],
            **given.texts().variables(),
        }
        if sample["accent"]:
            variables["accent"] = sample["accent"]
        if given.kind in ANSWERED:
            variables["second_url"] = url
        if given.kind in UNTIL:
            variables["until"] = format_datetime(start - timedelta(hours=2), zone, lang)
        if given.kind in BY_SITE:
            offer = start + timedelta(days=1)
            variables |= {"reason": REASONS[lang], "offers": format_datetime(offer, zone, lang)}
        return variables

    def _count_test(self) -> None:
        now = time.monotonic()
        while self._tests and self._tests[0] < now - TEST_PERIOD_S:
            self._tests.popleft()
        if len(self._tests) >= MAX_TESTS:
            raise Refused(HTTPStatus.TOO_MANY_REQUESTS, "too_fast")
        self._tests.append(now)


def _read_given(body: bytes | None) -> _Given:
    try:
        given = msgspec.json.decode(body or b"", type=_Given)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Refused(HTTPStatus.BAD_REQUEST, "") from error
    if any("\0" in part for part in msgspec.structs.astuple(given.texts())):
        raise Refused(HTTPStatus.BAD_REQUEST, "")
    return given
