"""A recorded sign-in at each provider that has its own ways: what is asked, and who is understood to have come.

The answers are what the providers send, as their documentation shows them, shortened.
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
from tests.backend.auth.oauth.flows import count
from tests.backend.auth.service import SITE, Service, bearer
from tests.support.oidc_provider import fragment_of, query_of

PAGE = Path(__file__).parents[4] / "docs" / "guides" / "sign-in-providers.md"
KEY = RSAKey.generate_key(2048, {"kid": "k", "use": "sig"})
SECRET = "the secret of this client"
EXAMPLES = tomllib.loads(PAGE.read_text().split("```toml\n")[-1].split("```")[0])


def configured(name: str) -> Provider:
    """The provider as settings have it, or as the page says to write it."""
    keys = {"client_ids": ("app",), "secret": SECRET}
    if name in BUILT_IN_PROVIDERS:
        return msgspec.structs.replace(BUILT_IN_PROVIDERS[name], **keys)
    return msgspec.convert({**EXAMPLES[name], **keys}, Provider)


class Recorded:
    """The provider's part: answers by address, and what it was asked."""

    def __init__(self, provider: Provider, answers: dict[str, Any], claims: dict[str, Any] | None) -> None:
        self.provider = provider
        self.answers = answers
        self.claims = claims
        self.nonce = ""
        self.asked: dict[str, httpx.Request] = {}

    def __call__(self, request: httpx.Request) -> httpx.Response:
        host = request.headers["host"]
        address = f"https://{host}{request.url.path}"
        self.asked[address] = request
        if address.endswith("/.well-known/openid-configuration"):
            return httpx.Response(200, json=self.document())
        if address == "https://keys.example/keys":
            return httpx.Response(200, json={"keys": [KEY.as_dict(private=False)]})
        answer = dict(self.answers[address]) if isinstance(self.answers[address], dict) else self.answers[address]
        if self.claims and isinstance(answer, dict) and "access_token" in answer:
            answer["id_token"] = self.id_token()
        return httpx.Response(200, content=json.dumps(answer), headers={"content-type": "text/plain"})

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
EXTRA = {"apple": {"user": json.dumps({"name": {"firstName": "Mei", "lastName": "Tan"}, "email": "x@example.org"})}}


async def anywhere(_host: str, _port: int) -> list[str]:
    return ["93.184.216.34"]


async def sign_in(
    make_service: Callable[..., Service], name: str, claims: dict[str, Any] | None
) -> tuple[Service, Recorded, str, str]:
    provider = configured(name)
    recorded = Recorded(provider, FLOWS[name][0], claims)
    service = make_service(providers={name: provider}, transport=httpx.MockTransport(recorded), resolve=anywhere)
    left = (await service.http.get("/authorize", params={"provider": name})).headers["location"]
    recorded.nonce = query_of(left).get("nonce", "")
    answer = {"code": "the code", "state": query_of(left)["state"], **EXTRA.get(name, {})}
    method = "POST" if name == "apple" else "GET"
    sent = {"data": answer} if method == "POST" else {"params": answer}
    end = await service.http.request(method, "/callback", **sent)  # type: ignore[arg-type]
    return service, recorded, left, end.headers["location"]


async def test_a_recorded_sign_in_at_each(make_service: Callable[..., Service]) -> None:
    for name, (_, claims, expected) in FLOWS.items():
        service, recorded, left, end = await sign_in(make_service, name, claims)
        facts = fragment_of(end)
        assert "access_token" in facts, (name, end)
        user = (await service.http.get("/user", headers=bearer(facts))).json()
        assert expected.items() <= user["user_metadata"].items(), name
        exchange = next(request for address, request in recorded.asked.items() if "token" in address)
        sent = dict(parse_qsl(exchange.content.decode() or exchange.url.query.decode()))
        assert (sent["code"], sent["redirect_uri"]) == ("the code", f"{SITE}/auth/v1/callback")
        assert ("code_verifier" in sent) is recorded.provider.pkce is ("code_challenge" in query_of(left))
    # The same checked address at two of them is one account; without one, each is its own.
    assert await count(service, "users") == len({row[2].get("email", name) for name, row in FLOWS.items()}), "users"


async def test_what_zalo_and_wechat_call_otherwise(make_service: Callable[..., Service]) -> None:
    _, recorded, left, _ = await sign_in(make_service, "zalo", None)
    assert left.startswith("https://oauth.zaloapp.com/v4/permission?") and query_of(left)["app_id"] == "app"
    assert recorded.asked["https://oauth.zaloapp.com/v4/access_token"].headers["secret_key"] == SECRET
    assert recorded.asked["https://graph.zalo.me/v2.0/me"].headers["access_token"] == "t"
    _, recorded, left, _ = await sign_in(make_service, "wechat", None)
    assert left.endswith("#wechat_redirect") and query_of(left)["appid"] == "app"
    asked = recorded.asked["https://api.weixin.qq.com/sns/oauth2/access_token"]
    assert (asked.method, asked.url.params["secret"]) == ("GET", SECRET)
    assert recorded.asked["https://api.weixin.qq.com/sns/userinfo"].url.params["openid"] == "oOpen"


async def test_any_tenant_may_write_any_address(make_service: Callable[..., Service]) -> None:
    claims = {**(FLOWS["azure"][1] or {}), "xms_edov": False}
    *_, end = await sign_in(make_service, "azure", claims)
    assert query_of(end)["error_code"] == "provider_email_needs_verification"


async def test_a_token_that_does_not_fit(make_service: Callable[..., Service]) -> None:
    wrong = [
        {"iss": "https://login.microsoftonline.com/another/v2.0"},
        {"aud": "another"},
        {"nonce": "another"},
        {"exp": 1},
    ]
    for claims in wrong:
        *_, end = await sign_in(make_service, "azure", {**(FLOWS["azure"][1] or {}), **claims})
        assert query_of(end)["error_description"] == "Error getting user profile from external provider", claims
