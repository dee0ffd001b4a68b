"""Generated requests and provider responses: every response is one of the protocol's, never an unexpected 500."""

import asyncio
import base64
from datetime import timedelta
from typing import Any

import httpx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from balai.backend.auth.application import mount_service
from balai.backend.auth.config import AuthConfig
from balai.backend.auth.context import AuthService
from balai.backend.auth.oidc.discovery import Discovery
from balai.backend.auth.oidc.provider_catalog import Provider
from balai.backend.auth.passwords.hashing import Hasher
from balai.database.pipeline.pool import PipelinePool
from balai.database.pool import open_pool
from balai.http.client import OutgoingHttpClient
from balai.messaging.email_sender import MailboxSender, Mailer
from balai.security.tokens import KeyRing, api_keys
from tests.backend.auth.service import SECRET, SITE, Service
from tests.backend.auth.test_any_body import BODIES, TEXTS, VALUES
from tests.support.oidc_provider import query_of

OAUTH = {"authorize_url": "https://a.example/", "token_url": "https://t.example/", "user_url": "https://u.example/"}
PROVIDERS = {
    "campus": Provider(label="Campus", client_ids=("hall",), secret="s", issuer="https://login.example"),
    "plain": Provider(label="Plain", client_ids=("hall",), secret="s", claims={"sub": "id"}, **OAUTH),
}
ROUTES = [
    ("GET", "/authorize"), ("GET", "/user/identities/authorize"), ("GET", "/callback"), ("POST", "/callback"),
    ("POST", "/sso"), ("GET", "/sso/saml/metadata"), ("POST", "/sso/saml/acs"), ("POST", "/token?grant_type=id_token"),
    ("POST", "/admin/sso/providers"), ("PUT", "/admin/sso/providers/x"), ("DELETE", "/user/identities/x"),
    ("DELETE", "/user/identities/{}"),
]  # fmt: skip
NAMES = [
    "provider", "redirect_to", "scopes", "code_challenge", "code_challenge_method", "invite_token", "state", "code",
    "error", "error_description", "user", "iss", "nonce", "RelayState", "SAMLResponse", "domain", "provider_id",
    "id_token", "access_token", "issuer", "client_id", "link_identity", "type", "metadata_xml", "metadata_url",
    "domains", "attribute_mapping", "skip_http_redirect", "prompt",
]  # fmt: skip
TEXT_PARAMETERS = st.dictionaries(
    st.sampled_from(NAMES), st.one_of(TEXTS, st.sampled_from(["campus", "plain", "s256"])), max_size=6
)
CLAIMS = [
    "sub",
    "id",
    "email",
    "email_verified",
    "name",
    "picture",
    "access_token",
    "id_token",
    "issuer",
    "keys",
    "iss",
]
PROVIDER_RESPONSES = st.one_of(VALUES, st.dictionaries(st.sampled_from(CLAIMS), VALUES, max_size=5))
SAML_DOCUMENTS = [
    "<samlp:Response xmlns:samlp='urn:oasis:names:tc:SAML:2.0:protocol'/>",
    "<a xmlns:b='urn:x'><b:c ID='a' ID2='a'/></a>",
    "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
    "<" * 9000,
]


class ArbitraryProvider(httpx.AsyncBaseTransport):
    """A provider that responds with any JSON value."""

    value: Any = None

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if request.url.host == "t.example":
            return httpx.Response(200, json={"access_token": "t"})
        return httpx.Response(200, json=self.value)


def test_arbitrary_requests_and_provider_responses(backend_database: str) -> None:
    with asyncio.Runner() as runner:
        pool, transport = runner.run(open_pool(backend_database, size=4)), ArbitraryProvider()
        config = AuthConfig(
            site_url=SITE, backend_url=SITE, jwt_secret=SECRET, providers=PROVIDERS, saml=True, manual_linking=True,
            min_response_time=timedelta(),
        )  # fmt: skip
        mailer = Mailer(MailboxSender(pool, email_from="site@example.org"), site="Site")
        pipelines = PipelinePool(backend_database, size=4)
        discovery = Discovery(OutgoingHttpClient(transport))
        app = mount_service(
            AuthService(pool, pipelines, config, mailer, KeyRing(SECRET), Hasher(cost=4), discovery=discovery)
        )
        client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=f"{SITE}/auth/v1")
        session = runner.run(Service(client, pool).member())
        tokens = [None, session["access_token"], api_keys(SECRET).service_role]

        @settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
        @given(
            st.sampled_from(ROUTES),
            TEXT_PARAMETERS,
            BODIES,
            PROVIDER_RESPONSES,
            st.sampled_from(tokens),
            st.sampled_from(SAML_DOCUMENTS),
        )
        def send(
            route: tuple[str, str], texts: dict[str, str], body: dict[str, Any], value: Any, token: str | None, xml: str
        ) -> None:
            transport.value = value
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            path, parts = route[1].format(session["user"]["id"]), texts
            if "callback" in path:
                started = runner.run(client.get("/authorize", params={"provider": "plain"}))
                parts = {"code": "c", "state": query_of(started.headers["location"])["state"], **texts}
            if "acs" in path:
                parts = {"SAMLResponse": base64.b64encode(xml.encode()).decode(), **texts}
            form = "callback" in path or "acs" in path
            sent: dict[str, Any] = {"data": parts} if form and route[0] == "POST" else {"json": {**body, **texts}}
            query = {"grant_type": "id_token"} if "token" in path else ({} if "data" in sent else parts)
            response = runner.run(client.request(route[0], path.split("?")[0], params=query, headers=headers, **sent))
            # An unusable response of the provider gives a 500 with its own message; any other 500 is unexpected.
            assert response.status_code < 500 or "external provider" in response.text, (route, parts, response.text)

        send()
        runner.run(client.aclose())
        runner.run(pipelines.close())
        runner.run(pool.close())
