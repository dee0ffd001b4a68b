"""Refresh, reuse, second factors and sign-out in any order and at any pace, against a model of the rules."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import msgspec
import pyotp
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from balai.backend.auth.application import mount_service
from balai.backend.auth.config import EMAIL_LINK_PAGES, AuthConfig
from balai.backend.auth.context import AuthService
from balai.backend.auth.passwords.hashing import Hasher
from balai.database.pipeline.pool import PipelinePool
from balai.database.pool import open_pool
from balai.messaging.email_sender import MailboxSender, Mailer
from balai.security.tokens import KeyRing
from tests.backend.auth.service import SECRET, SITE, Service, bearer

INTERVAL = 10.0
TIMEBOX = 7200.0
TOKEN_TTL = 3600.0
START = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass
class Token:
    """A refresh token in the model."""

    parent: str | None
    revoked_at: float | None = None


@dataclass
class Family:
    """A session in the model: its tokens in order of creation."""

    session: dict[str, Any]
    began: float
    issued: float
    level: int = 1
    tokens: dict[str, Token] = field(default_factory=dict)
    is_open: bool = True
    is_dead: bool = False

    @property
    def active(self) -> str | None:
        living = [name for name, token in self.tokens.items() if token.revoked_at is None]
        return living[-1] if living and not self.is_dead else None


Run = Callable[[Coroutine[Any, Any, Any]], Any]


class RefreshMachine(RuleBasedStateMachine):
    """One member with any number of sessions."""

    run: Run
    service: Service
    emails = iter(range(10**9))

    def __init__(self) -> None:
        super().__init__()
        self.factor = ("", "")
        self.families: list[Family] = []
        self.now = 0.0
        self.email = ""

    @initialize()
    def make_member(self) -> None:
        self.email = f"member{next(self.emails)}@example.org"
        # Tokens have times in whole seconds.
        self.service.wait(seconds=-self.service.shift.total_seconds() % 1)
        self.sign_in()
        headers = bearer(self.families[0].session)
        made = self.run(self.service.post("/factors", {"factor_type": "totp"}, **headers)).json()
        self.factor = (made["id"], made["totp"]["secret"])
        self.wait(31.0)
        self._record_elevation(self.families[0], self.run(self._verify_factor(self.families[0])))

    @rule()
    def sign_in(self) -> None:
        session = self.run(self.service.member(self.email))
        first = {session["refresh_token"]: Token(None)}
        self.families.append(Family(session, began=self.now, issued=self.now, tokens=first))

    @rule(seconds=st.sampled_from([0.5, 4.0, 10.0, 11.0, 3599.5, 3600.0]))
    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.service.wait(seconds=seconds)

    @precondition(lambda self: self.families)
    @rule(data=st.data())
    def refresh(self, data: st.DataObject) -> None:
        family = data.draw(st.sampled_from(self.families))
        name = data.draw(st.sampled_from(list(family.tokens)))
        response = self.run(self.service.refresh(name))
        expected = self._expect(family, name)
        body = response.json()
        assert body.get("code", "new" if "refresh_token" in body else None) == expected or (
            body.get("refresh_token") == expected
        )
        if expected == "new":
            family.tokens[name].revoked_at = self.now
            assert body["refresh_token"] not in family.tokens
            family.tokens[body["refresh_token"]] = Token(name)
            family.session, family.issued = body, self.now
        elif expected == "refresh_token_already_used":
            family.is_dead = True

    def _expect(self, family: Family, name: str) -> str:
        if not family.is_open:
            return "refresh_token_not_found"
        token = family.tokens[name]
        if self._is_over(family):
            return "session_expired"
        if family.is_dead:
            return "refresh_token_already_used"
        if token.revoked_at is None:
            return "new"
        active = family.active
        if active is not None and family.tokens[active].parent == name:
            return active
        return "new" if self.now <= token.revoked_at + INTERVAL else "refresh_token_already_used"

    def _is_over(self, family: Family) -> bool:
        return self.now >= family.began + TIMEBOX

    def _has_token(self, family: Family) -> bool:
        return self.now < int(family.issued) + TOKEN_TTL

    @rule(data=st.data())
    def verify_factor(self, data: st.DataObject) -> None:
        # Each code can be used once: a verification waits for the next one.
        self.wait(31.0)
        family = data.draw(st.sampled_from(self.families))
        body = self.run(self._verify_factor(family))
        if not self._has_token(family):
            assert body["code"] == "bad_jwt"
        elif not family.is_open or (family.active is None and not self._is_over(family)):
            assert body["code"] == "session_not_found"
        elif self._is_over(family):
            assert body["code"] == "session_expired"
        else:
            self._record_elevation(family, body)

    async def _verify_factor(self, family: Family) -> dict[str, Any]:
        factor, secret = self.factor
        headers = bearer(family.session)
        asked = (await self.service.post(f"/factors/{factor}/challenge", **headers)).json()
        if "code" in asked:
            return dict(asked)
        body = {"challenge_id": asked["id"], "code": pyotp.TOTP(secret).at(self.service.now())}
        return dict((await self.service.post(f"/factors/{factor}/verify", body, **headers)).json())

    def _record_elevation(self, family: Family, body: dict[str, Any]) -> None:
        active = family.active
        for token in family.tokens.values():
            token.revoked_at = self.now if token.revoked_at is None else token.revoked_at
        assert body["refresh_token"] not in family.tokens
        family.tokens[body["refresh_token"]] = Token(active)
        family.session, family.issued, family.level = body, self.now, 2
        for other in self.families:
            if other is not family and other.level == 1:
                other.is_open = False

    @rule(data=st.data())
    def get_user(self, data: st.DataObject) -> None:
        family = data.draw(st.sampled_from(self.families))
        response = self.run(self.service.http.get("/user", headers=bearer(family.session)))
        if not self._has_token(family):
            assert response.json()["code"] == "bad_jwt"
        else:
            assert response.status_code == (200 if family.is_open else 403)
            assert family.is_open or response.json()["code"] == "session_not_found"

    @precondition(lambda self: any(family.is_open for family in self.families))
    @rule(data=st.data(), scope=st.sampled_from(["local", "others", "global"]))
    def sign_out(self, data: st.DataObject, scope: str) -> None:
        this = data.draw(st.sampled_from([family for family in self.families if family.is_open]))
        response = self.run(self.service.http.post(f"/logout?scope={scope}", headers=bearer(this.session)))
        if response.status_code == 403:
            # After an hour or more the access token has expired.
            assert response.json()["code"] == "bad_jwt"
            return
        assert response.status_code == 204
        for family in self.families:
            if scope == "global" or (family is this) == (scope == "local"):
                family.is_open = False


class StoppedClockService(Service):
    """The service with a clock that only `wait` advances."""

    def now(self) -> datetime:
        return START + self.shift


def test_refresh_follows_the_model(backend_database: str) -> None:
    with asyncio.Runner() as runner:
        pool = runner.run(open_pool(backend_database, size=4))
        config = AuthConfig(site_url=SITE, backend_url=SITE, jwt_secret=SECRET, email_link_pages=EMAIL_LINK_PAGES)
        config = msgspec.structs.replace(
            config, session_timebox=timedelta(seconds=TIMEBOX), min_response_time=timedelta()
        )
        # The clock stands still between steps, so that their duration does not matter.
        service = StoppedClockService(http=httpx.AsyncClient(), pool=pool)
        mailer = Mailer(MailboxSender(pool, email_from="site@example.org"), site="Site")
        pipelines = PipelinePool(backend_database, size=4)
        app = mount_service(
            AuthService(pool, pipelines, config, mailer, KeyRing(SECRET), Hasher(cost=4), now=service.now)
        )
        service.http = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=f"{SITE}/auth/v1")
        machine = type("Machine", (RefreshMachine,), {"run": staticmethod(runner.run), "service": service})
        checks = list(HealthCheck)
        run_state_machine_as_test(
            machine,
            settings=settings(max_examples=8, stateful_step_count=14, deadline=None, suppress_health_check=checks),
        )
        runner.run(service.http.aclose())
        runner.run(pipelines.close())
        runner.run(pool.close())
