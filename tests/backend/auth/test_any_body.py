"""No request causes an internal error, whatever its body."""

import asyncio
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from balai.backend.auth.application import mount_service
from balai.backend.auth.config import EMAIL_LINK_PAGES, AuthConfig
from balai.backend.auth.context import AuthService
from balai.database.pipeline.pool import PipelinePool
from balai.database.pool import open_pool
from balai.messaging.email_sender import MailboxSender, Mailer
from balai.security.tokens import KeyRing, api_keys
from tests.backend.auth.conftest import HASHER
from tests.backend.auth.description import CALLS, GRANTS, describe
from tests.backend.auth.mfa.test_factors import ALL
from tests.backend.auth.service import SECRET, SITE, Service

NASTY = [
    "",
    "\0",
    "a\0b",
    "\ud7ff",
    "' or 1=1 --",
    "é" * 300,
    "mei@example.org",
    "012-345 6789",
    "+60123456789",
    "9" * 400,
    "2026-01-01",
    "{}",
    "pkce_",
    "%",
]
TEXTS = st.one_of(st.sampled_from(NASTY), st.text(max_size=40))
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)),
    max_leaves=5,
)
FIELDS = [
    "email", "phone", "password", "data", "type", "token", "token_hash", "refresh_token", "auth_code", "code_verifier",
    "code_challenge", "code_challenge_method", "user_metadata", "app_metadata", "ban_duration", "id", "aud", "role",
    "email_confirm", "password_hash", "create_user", "channel", "redirect_to", "gotrue_meta_security", "captcha_token",
    "factor_type", "friendly_name", "issuer", "challenge_id", "code", "webauthn",
    "credential", "new_email", "nonce", "current_password",
]  # fmt: skip
BODIES = st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=6)
ROUTES = [*CALLS, *(("POST", f"/token?grant_type={grant}") for grant in GRANTS)]
QUERIES = ["redirect_to", "token", "type", "page", "per_page", "sort", "query", "scope", "provider", "state", "code"]
PLACE = re.compile(r"\{[^}]*\}")
NOBODY = "00000000-0000-0000-0000-000000000009"


MODES = [schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE]
FLOOD = settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))


@dataclass
class SignedInClient:
    """The service, a session with a factor, and the tokens that a request may have."""

    runner: asyncio.Runner
    client: httpx.AsyncClient
    session: dict[str, Any]
    factor: str

    @property
    def tokens(self) -> list[str | None]:
        return [None, self.session["access_token"], api_keys(SECRET).service_role]

    def ids(self, method: str) -> list[str]:
        # Ids of deletions are random, because the account must stay.
        return [NOBODY, "x"] if method == "DELETE" else [self.session["user"]["id"], self.factor, NOBODY, "x"]

    def send(self, method: str, path: str, token: str | None, **more: Any) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        response = self.runner.run(self.client.request(method, path, headers=headers, **more))
        assert response.status_code < 500, (method, path, more, response.text)


@pytest.fixture
def client(backend_database: str) -> Iterator[SignedInClient]:
    with asyncio.Runner() as runner:
        pool = runner.run(open_pool(backend_database, size=4))
        config = AuthConfig(
            site_url=SITE,
            backend_url=SITE,
            jwt_secret=SECRET,
            email_link_pages=EMAIL_LINK_PAGES,
            sms_provider="mailbox",
            phone_regions=("MY", "VN"),
            estimates_password_strength=True,
            min_response_time=timedelta(),
            email_autoconfirm=True,
            passkeys=True,
            saml=True,
            manual_linking=True,
            factor_types=ALL,
        )
        mailer = Mailer(MailboxSender(pool, email_from="site@example.org"), site="Site")
        pipelines = PipelinePool(backend_database, size=4)
        app = mount_service(AuthService(pool, pipelines, config, mailer, KeyRing(SECRET), HASHER))
        client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=f"{SITE}/auth/v1")
        session = runner.run(Service(client, pool).member())
        bearer = {"Authorization": f"Bearer {session['access_token']}"}
        made = runner.run(client.post("/factors", json={"factor_type": "totp"}, headers=bearer))
        yield SignedInClient(runner, client, session, made.json()["id"])
        runner.run(client.aclose())
        runner.run(pipelines.close())
        runner.run(pool.close())


def test_no_body_causes_an_internal_error(client: SignedInClient) -> None:
    @FLOOD
    @given(st.data(), st.sampled_from(ROUTES), BODIES, st.sampled_from(client.tokens), st.sampled_from(QUERIES), TEXTS)
    def send(
        data: st.DataObject, route: tuple[str, str], body: dict[str, Any], token: str | None, name: str, text: str
    ) -> None:
        path = PLACE.sub(lambda _: data.draw(st.sampled_from(client.ids(route[0]))), route[1])
        query = {name: text} | dict(pair.split("=") for pair in path.partition("?")[2].split("&") if pair)
        client.send(route[0], path, token, json=body, params=query)

    send()


def test_no_generated_request_causes_an_internal_error(client: SignedInClient) -> None:
    """Requests generated by Schemathesis, both valid and invalid by the description."""
    found = schemathesis.openapi.from_dict(describe()).get_all_operations()
    calls = [operation.ok() for operation in found]
    assert len(calls) == len(CALLS)

    @FLOOD
    @given(st.data(), st.sampled_from(calls), st.sampled_from(MODES), st.sampled_from(client.tokens))
    def send(data: st.DataObject, call: Any, mode: schemathesis.GenerationMode, token: str | None) -> None:
        case = data.draw(call.as_strategy(generation_mode=mode))
        wild = st.sampled_from([*client.ids(case.method), *map(str, case.path_parameters.values())])
        path = PLACE.sub(lambda _: quote(data.draw(wild), safe=""), call.path)
        asked = case.as_transport_kwargs(base_url=SITE)
        content = json.dumps(asked["json"]).encode() if "json" in asked else asked.get("data")
        client.send(case.method, path, token, content=content, params=asked["params"])

    send()
