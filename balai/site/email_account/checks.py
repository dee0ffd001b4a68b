"""`POST /email-checks` checks the records and the server of the site's emails, for administrators with a bearer token.

The response follows the checks, after 15 seconds at most. The page has the findings; those of the probe come later.
"""

import re
from http import HTTPStatus

import msgspec

from balai.database.pool import UNAVAILABLE, Pool
from balai.http.asgi import Receive
from balai.messaging.checks.store import run_checks
from balai.security.tokens import KeyRing
from balai.settings import Settings
from balai.site.email_account.budget import TestBudget
from balai.site.request.administrators import Refused, error_response, find_administrator, json_response
from balai.site.request.exchange import Request, Response, read_body

PATH = "/email-checks"
MAX_BODY_BYTES = 1000
SELECTOR = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*")
REFUSED = "The emails were not checked"


class _Given(msgspec.Struct, frozen=True):
    """The request body. `selector`: the name of the DKIM key; empty: none."""

    selector: str


class EmailChecks:
    """One per process."""

    def __init__(self, pool: Pool, ring: KeyRing, settings: Settings) -> None:
        self._pool, self._ring, self._settings = pool, ring, settings
        self._budget = TestBudget()

    async def respond(self, request: Request, receive: Receive) -> Response:
        """Run the checks."""
        try:
            await find_administrator(self._pool, self._ring, request)
            selector = await self._read_selector(receive)
            self._budget.count()
            if not await run_checks(self._pool, self._settings, selector):
                raise Refused(HTTPStatus.CONFLICT, "email_not_set")
        except Refused as error:
            return error_response(error.status, error.details, REFUSED)
        except UNAVAILABLE:
            return error_response(HTTPStatus.SERVICE_UNAVAILABLE, "busy", REFUSED)
        return json_response(HTTPStatus.OK, {"done": True})

    async def _read_selector(self, receive: Receive) -> str:
        try:
            given = msgspec.json.decode(await read_body(receive, MAX_BODY_BYTES) or b"", type=_Given)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise Refused(HTTPStatus.BAD_REQUEST, "") from error
        selector = given.selector.strip().removesuffix("._domainkey")
        if selector and (len(selector) > 100 or not SELECTOR.fullmatch(selector)):
            raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, "email_selector")
        return selector
