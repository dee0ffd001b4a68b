"""Refresh, reuse and sign-out in any order and at any pace, against a model of the rules."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

import httpx
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from litestar import Litestar

from balai.backend.auth.config import SITE_SCREENS, AuthConfig
from balai.backend.auth.context import Auth
from balai.backend.auth.routes import mount
from balai.database.pool import open_pool
from balai.mail.sender import MailboxSender, Mailer
from tests.backend.auth.service import SECRET, SITE, Service, bearer

INTERVAL = 10.0


@dataclass
class Token:
    """A refresh token as the model knows it."""

    parent: str | None
    revoked_at: float | None = None


@dataclass
class Family:
    """A session as the model knows it: its tokens in the order in which they were made."""

    session: dict[str, Any]
    tokens: dict[str, Token] = field(default_factory=dict)
    is_open: bool = True
    is_dead: bool = False

    @property
    def active(self) -> str | None:
        living = [name for name, token in self.tokens.items() if token.revoked_at is None]
        return living[-1] if living and not self.is_dead else None


Run = Callable[[Coroutine[Any, Any, Any]], Any]


class Refreshing(RuleBasedStateMachine):
    """One member with any number of sessions."""

    run: Run
    service: Service
    emails = iter(range(10**9))

    def __init__(self) -> None:
        super().__init__()
        self.families: list[Family] = []
        self.now = 0.0
        self.email = ""

    @initialize()
    def make_member(self) -> None:
        self.email = f"member{next(self.emails)}@example.org"
        self.sign_in()

    @rule()
    def sign_in(self) -> None:
        session = self.run(self.service.member(self.email))
        self.families.append(Family(session, {session["refresh_token"]: Token(None)}))

    @rule(seconds=st.sampled_from([0.5, 4.0, 9.0, 11.0, 3600.0]))
    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.service.wait(seconds=seconds)

    @precondition(lambda self: self.families)
    @rule(data=st.data())
    def refresh(self, data: st.DataObject) -> None:
        family = data.draw(st.sampled_from(self.families))
        name = data.draw(st.sampled_from(list(family.tokens)))
        answer = self.run(self.service.refresh(name))
        expected = self._expect(family, name)
        body = answer.json()
        assert body.get("code", "new" if "refresh_token" in body else None) == expected or (
            body.get("refresh_token") == expected
        )
        if expected == "new":
            family.tokens[name].revoked_at = self.now
            assert body["refresh_token"] not in family.tokens
            family.tokens[body["refresh_token"]] = Token(name)
            family.session = body
        elif expected == "refresh_token_already_used":
            family.is_dead = True

    def _expect(self, family: Family, name: str) -> str:
        if not family.is_open:
            return "refresh_token_not_found"
        token = family.tokens[name]
        if family.is_dead:
            return "refresh_token_already_used"
        if token.revoked_at is None:
            return "new"
        active = family.active
        if active is not None and family.tokens[active].parent == name:
            return active
        # The machine's own steps take a little time, so the edge itself is not asked for.
        return "new" if self.now <= token.revoked_at + INTERVAL - 0.5 else "refresh_token_already_used"

    @precondition(lambda self: any(family.is_open for family in self.families))
    @rule(data=st.data(), scope=st.sampled_from(["local", "others", "global"]))
    def sign_out(self, data: st.DataObject, scope: str) -> None:
        this = data.draw(st.sampled_from([family for family in self.families if family.is_open]))
        answer = self.run(self.service.http.post(f"/logout?scope={scope}", headers=bearer(this.session)))
        if answer.status_code == 403:
            # An hour or more went by: the access token has run out.
            assert answer.json()["code"] == "bad_jwt"
            return
        assert answer.status_code == 204
        for family in self.families:
            if scope == "global" or (family is this) == (scope == "local"):
                family.is_open = False


def test_refreshing_follows_the_rules_in_any_order(backend_database: str) -> None:
    with asyncio.Runner() as runner:
        pool = runner.run(open_pool(backend_database, size=4))
        config = AuthConfig(site_url=SITE, backend_url=SITE, jwt_secret=SECRET, screens=SITE_SCREENS)
        service = Service(http=httpx.AsyncClient(), pool=pool)
        mailer = Mailer(MailboxSender(pool, mail_from="hall@example.org"), site="Hall")
        app = Litestar([mount(Auth(pool, config, mailer, now=service.now))], openapi_config=None)
        service.http = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=f"{SITE}/auth/v1")
        machine = type("Machine", (Refreshing,), {"run": staticmethod(runner.run), "service": service})
        checks = list(HealthCheck)
        run_state_machine_as_test(
            machine,
            settings=settings(max_examples=12, stateful_step_count=14, deadline=None, suppress_health_check=checks),
        )
        runner.run(service.http.aclose())
        runner.run(pool.close())
