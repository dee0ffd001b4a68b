"""A recorded sign-in at each provider with its own conventions: the requests sent and the profile read.

The responses are those of the providers' documentation, shortened.
"""

import json
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import httpx
import msgspec
from joserfc import jwt
from joserfc.jwk import OctKey, RSAKey

from balai.backend.auth.oidc.provider_catalog import BUILT_IN_PROVIDERS, Provider
from tests.backend.auth.oauth.flows import count_rows
from tests.backend.auth.service import SITE, Service, bearer
from tests.support.oidc_provider import fragment_of, query_of

PAGE = Path(__file__).parents[4] / "docs" / "guides" / "sign-in-providers.md"
KEY = RSAKey.generate_key(2048, {"kid": "k", "use": "sig"})
SECRET = "the secret of this client"
EXAMPLES = tomllib.loads(PAGE.read_text().split("```toml\n")[-1].split("```")[0])


def configured(name: str) -> Provider:
    """Return the built-in provider, or the one from the example in the guide."""
    keys = {"client_ids": ("app",), "secret": SECRET}
    if name in BUILT_IN_PROVIDERS:
        return msgspec.structs.replace(BUILT_IN_PROVIDERS[name], **keys)
    return msgspec.convert({**EXAMPLES[name], **keys}, Provider)


class RecordedProvider:
    """A provider with prepared responses by URL, which records its requests."""

    def __init__(self, provider: Provider, responses: dict[str, Any], claims: dict[str, Any] | None) -> None:
        self.provider = provider
        self.responses = responses
        self.claims = claims
        self.nonce = ""
        self.requests: dict[str, httpx.Request] = {}

    def __call__(self, request: httpx.Request) -> httpx.Response:
        host = request.headers["host"]
        url = f"https://{host}{request.url.path}"
        self.requests[url] = request
        if url.endswith("/.well-known/openid-configuration"):
            return httpx.Response(200, json=self.document())
        if url == "https://keys.example/keys":
            return httpx.Response(200, json={"keys": [KEY.as_dict(private=False)]})
        response = dict(self.responses[url]) if isinstance(self.responses[url], dict) else self.responses[url]
        if self.claims and isinstance(response, dict) and "access_token" in response:
            response["id_token"] = self.id_token()
        return httpx.Response(200, content=json.dumps(response), headers={"content-type": "text/plain"})

    def document(self) -> dict[str, str]:
        issuer = self.provider.issuer.replace("/common/", "/{tenantid}/")
        return {
            "issuer": issuer,
            "authorization_endpoint": "https://login.example/authorize",
            "token_endpoint": "https://login.example/token",
            "jwks_uri": "https://keys.example/keys",
        }

    def id_token(self) -> str:
        now = int(time.time())
        claims = {
            "iss": self.provider.issuer, "aud": "app", "iat": now, "exp": now + 600, "nonce": self.nonce,
            **(self.claims or {}),
        }  # fmt: skip
        if self.provider.signs_with_secret:
            return jwt.encode({"alg": "HS256"}, claims, OctKey.import_key(SECRET), algorithms=["HS256"])
        return jwt.encode({"alg": "RS256", "kid": "k"}, claims, KEY)


TOKEN = {"https://login.example/token": {"access_token": "t", "token_type": "Bearer", "expires_in": 3600}}
TENANT = "72f988bf-86f1-41af-91ab-2d7cd011db47"
FLOWS: dict[str, tuple[dict[str, Any], dict[str, Any] | None, dict[str, Any]]] = {
    "google": (
        TOKEN,
        {"sub": "10769150350006150715113082367", "email": "Mei@Gmail.com", "email_verified": True, "name": "Mei Tan",
         "picture": "https://lh3.googleusercontent.com/a/x", "hd": "example.org"},
        {"email": "mei@gmail.com", "name": "Mei Tan", "custom_claims": {"hd": "example.org"}},
    ),
    "apple": (
        TOKEN,
        {"sub": "001234.abcdef.0123", "email": "x@privaterelay.appleid.com", "email_verified": "true",
         "is_private_email": "true"},
        {"email": "x@privaterelay.appleid.com", "full_name": "Mei Tan"},
    ),
    "azure": (
        TOKEN,
        {"sub": "AAAA", "tid": TENANT, "iss": f"https://login.microsoftonline.com/{TENANT}/v2.0",
         "email": "mei@contoso.com", "xms_edov": True, "preferred_username": "mei@contoso.com"},
        {"email": "mei@contoso.com", "preferred_username": "mei@contoso.com"},
    ),
    "facebook": (
        {"https://graph.facebook.com/v23.0/oauth/access_token": {"access_token": "t", "token_type": "bearer"},
         "https://graph.facebook.com/v23.0/me": {
             "id": "102", "name": "Mei Tan", "email": "mei@example.org",
             "picture": {"data": {"url": "https://platform-lookaside.fbsbx.com/x"}}}},
        None,
        {"sub": "102", "picture": "https://platform-lookaside.fbsbx.com/x"},
    ),
    "github": (
        {"https://github.com/login/oauth/access_token": {"access_token": "t", "scope": "user:email"},
         "https://api.github.com/user": {"id": 583231, "login": "octocat", "name": None, "email": None,
                                         "avatar_url": "https://avatars.githubusercontent.com/u/583231"},
         "https://api.github.com/user/emails": [
             {"email": "old@example.org", "verified": True, "primary": False},
             {"email": "octocat@example.org", "verified": True, "primary": True}]},
        None,
        {"sub": "583231", "email": "octocat@example.org", "user_name": "octocat"},
    ),
    "line": (
        TOKEN,
        {"sub": "U1234567890abcdef", "name": "美", "picture": "https://profile.line-scdn.net/x"},
        {"sub": "U1234567890abcdef", "name": "美", "email_verified": False},
    ),
    "zalo": (
        {"https://oauth.zaloapp.com/v4/access_token": {"access_token": "t", "refresh_token": "r", "expires_in": "9"},
         "https://graph.zalo.me/v2.0/me": {"id": "4321", "name": "Lan", "error": 0, "message": "Success",
                                           "picture": {"data": {"url": "https://s120.avatar.talk.zdn.vn/x"}}}},
        None,
        {"sub": "4321", "name": "Lan", "picture": "https://s120.avatar.talk.zdn.vn/x"},
    ),
    "wechat": (
        {"https://api.weixin.qq.com/sns/oauth2/access_token": {
             "access_token": "t", "expires_in": 7200, "refresh_token": "r", "openid": "oOpen", "scope": "snsapi_login",
             "unionid": "oUnion"},
         "https://api.weixin.qq.com/sns/userinfo": {"openid": "oOpen", "nickname": "美", "sex": 0,
                                                    "headimgurl": "https://thirdwx.qlogo.cn/x", "unionid": "oUnion"}},
        None,
        {"sub": "oUnion", "name": "美", "picture": "https://thirdwx.qlogo.cn/x"},
    ),
}  # fmt: skip
CALLBACK_PARAMETERS = {
    "apple": {"user": json.dumps({"name": {"firstName": "Mei", "lastName": "Tan"}, "email": "x@example.org"})}
}


async def resolve_public(_host: str, _port: int) -> list[str]:
    return ["93.184.216.34"]


async def sign_in(
    make_service: Callable[..., Service], name: str, claims: dict[str, Any] | None
) -> tuple[Service, RecordedProvider, str, str]:
    provider = configured(name)
    recorded = RecordedProvider(provider, FLOWS[name][0], claims)
    service = make_service(providers={name: provider}, transport=httpx.MockTransport(recorded), resolve=resolve_public)
    authorize_url = (await service.http.get("/authorize", params={"provider": name})).headers["location"]
    recorded.nonce = query_of(authorize_url).get("nonce", "")
    response = {"code": "the code", "state": query_of(authorize_url)["state"], **CALLBACK_PARAMETERS.get(name, {})}
    method = "POST" if name == "apple" else "GET"
    sent = {"data": response} if method == "POST" else {"params": response}
    end = await service.http.request(method, "/callback", **sent)  # type: ignore[arg-type]
    return service, recorded, authorize_url, end.headers["location"]


async def test_recorded_sign_in_at_each_provider(make_service: Callable[..., Service]) -> None:
    for name, (_, claims, expected) in FLOWS.items():
        service, recorded, authorize_url, end = await sign_in(make_service, name, claims)
        session = fragment_of(end)
        assert "access_token" in session, (name, end)
        user = (await service.http.get("/user", headers=bearer(session))).json()
        assert expected.items() <= user["user_metadata"].items(), name
        exchange = next(request for url, request in recorded.requests.items() if "token" in url)
        sent = dict(parse_qsl(exchange.content.decode() or exchange.url.query.decode()))
        assert (sent["code"], sent["redirect_uri"]) == ("the code", f"{SITE}/auth/v1/callback")
        assert ("code_verifier" in sent) is recorded.provider.pkce is ("code_challenge" in query_of(authorize_url))
    # Two providers with the same verified email share one account; without an email, each has its own.
    assert await count_rows(service, "users") == len({row[2].get("email", name) for name, row in FLOWS.items()}), (
        "users"
    )


async def test_zalo_and_wechat_parameter_names(make_service: Callable[..., Service]) -> None:
    _, recorded, authorize_url, _ = await sign_in(make_service, "zalo", None)
    assert (
        authorize_url.startswith("https://oauth.zaloapp.com/v4/permission?")
        and query_of(authorize_url)["app_id"] == "app"
    )
    assert recorded.requests["https://oauth.zaloapp.com/v4/access_token"].headers["secret_key"] == SECRET
    assert recorded.requests["https://graph.zalo.me/v2.0/me"].headers["access_token"] == "t"
    _, recorded, authorize_url, _ = await sign_in(make_service, "wechat", None)
    assert authorize_url.endswith("#wechat_redirect") and query_of(authorize_url)["appid"] == "app"
    requests = recorded.requests["https://api.weixin.qq.com/sns/oauth2/access_token"]
    assert (requests.method, requests.url.params["secret"]) == ("GET", SECRET)
    assert recorded.requests["https://api.weixin.qq.com/sns/userinfo"].url.params["openid"] == "oOpen"


async def test_unverified_azure_email_is_not_trusted(make_service: Callable[..., Service]) -> None:
    claims = {**(FLOWS["azure"][1] or {}), "xms_edov": False}
    *_, end = await sign_in(make_service, "azure", claims)
    assert query_of(end)["error_code"] == "provider_email_needs_verification"


async def test_id_tokens_with_wrong_claims_are_rejected(make_service: Callable[..., Service]) -> None:
    wrong = [
        {"iss": "https://login.microsoftonline.com/another/v2.0"},
        {"aud": "another"},
        {"nonce": "another"},
        {"exp": 1},
    ]
    for claims in wrong:
        *_, end = await sign_in(make_service, "azure", {**(FLOWS["azure"][1] or {}), **claims})
        assert query_of(end)["error_description"] == "Error getting user profile from external provider", claims
