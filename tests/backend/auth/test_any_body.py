"""Whatever arrives, the service answers with an error of its own: never a 500."""

import asyncio
import re
from datetime import timedelta
from typing import Any

import httpx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from balai.backend.auth.config import SITE_SCREENS, AuthConfig
from balai.backend.auth.context import Auth
from balai.backend.auth.routes import HANDLERS, mount
from balai.database.pipeline_pool import PipelinePool
from balai.database.pool import open_pool
from balai.mail.sender import MailboxSender, Mailer
from balai.tokens import KeyRing, api_keys
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
GRANTS = ("password", "refresh_token", "pkce", "id_token", "web3", "other")
# Every address of the service, and what is answered without a route.
LISTED = {(method, path) for handler in HANDLERS for path in handler.paths for method in handler.http_methods}
ROUTES = [("GET", "/user"), *(("POST", f"/token?grant_type={grant}") for grant in GRANTS), *sorted(LISTED)]
QUERIES = ["redirect_to", "token", "type", "page", "per_page", "sort", "query", "scope", "provider", "state", "code"]
PLACE = re.compile(r"\{[^}]*\}")
NOBODY = "00000000-0000-0000-0000-000000000009"


def test_any_body(backend_database: str) -> None:
    with asyncio.Runner() as runner:
        pool = runner.run(open_pool(backend_database, size=4))
        config = AuthConfig(
            site_url=SITE,
            backend_url=SITE,
            jwt_secret=SECRET,
            screens=SITE_SCREENS,
            sms_provider="mailbox",
            phone_regions=("MY", "VN"),
            password_is_judged=True,
            answer_floor=timedelta(),
            mail_autoconfirm=True,
            passkeys=True,
            saml=True,
            manual_linking=True,
        )
        mailer = Mailer(MailboxSender(pool, mail_from="hall@example.org"), site="Hall")
        pipelines = PipelinePool(backend_database, size=4)
        app = mount(Auth(pool, pipelines, config, mailer, KeyRing(SECRET)))
        client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=f"{SITE}/auth/v1")
        session = runner.run(Service(client, pool).member())
        bearer = {"Authorization": f"Bearer {session['access_token']}"}
        made = runner.run(client.post("/factors", json={"factor_type": "totp"}, headers=bearer))
        factor = made.json()["id"]
        tokens = [None, session["access_token"], api_keys(SECRET).service_role]

        @settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
        @given(st.data(), st.sampled_from(ROUTES), BODIES, st.sampled_from(tokens), st.sampled_from(QUERIES), TEXTS)
        def send(
            data: st.DataObject, route: tuple[str, str], body: dict[str, Any], token: str | None, name: str, text: str
        ) -> None:
            # What a removal names is nobody's: the account that asks has to stay.
            ids = [NOBODY, "x"] if route[0] == "DELETE" else [session["user"]["id"], factor, NOBODY, "x"]
            path = PLACE.sub(lambda _: data.draw(st.sampled_from(ids)), route[1])
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            query = {name: text} | dict(pair.split("=") for pair in path.partition("?")[2].split("&") if pair)
            answer = runner.run(client.request(route[0], path, json=body, headers=headers, params=query))
            assert answer.status_code < 500, (route, body, name, text, answer.text)

        send()
        runner.run(client.aclose())
        runner.run(pipelines.close())
        runner.run(pool.close())
