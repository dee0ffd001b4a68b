"""Attacks on accounts: guessing, forged addresses, and input that tries to break the service."""

from collections.abc import Callable

import httpx
import pytest

from balai.security.tokens import TokenError, verify
from tests.backend.auth.service import SECRET, Service, bearer

DEEP = 100_000


async def test_deeply_nested_body_is_rejected(service: Service) -> None:
    body = b'{"email":"a@example.org","data":' + b'{"a":' * DEEP + b"1" + b"}" * DEEP + b"}"
    response = await service.http.post("/signup", content=body)
    assert (response.status_code, response.json()["error_code"]) == (400, "bad_json")


async def test_user_metadata_has_a_maximum_size(service: Service) -> None:
    session = await service.member()
    statuses = []
    for name in ("one", "two", "three"):
        body = {"data": {name: "x" * 400_000}}
        statuses.append((await service.http.put("/user", json=body, headers=bearer(session))).status_code)
    assert statuses == [200, 200, 413]
    less = await service.http.put("/user", json={"data": {"one": None, "three": "x"}}, headers=bearer(session))
    assert sorted(less.json()["user_metadata"]) == ["email_verified", "three", "two"]


async def test_redirect_path_may_contain_any_script(service: Service) -> None:
    wanted = "http://site.example/zh/forum/社区?a=b c"
    response = await service.http.get(
        "/verify", params={"token": "none", "type": "signup", "redirect_to": wanted}, follow_redirects=False
    )
    assert response.status_code == 303
    assert response.headers["location"].startswith("http://site.example/zh/forum/%E7%A4%BE%E5%8C%BA?a=b%20c#")


@pytest.mark.parametrize(
    "target",
    [
        "http://site.example/\r\nset-cookie: a=b",
        "https://evil.example",
        "//evil.example",
        "http://site.example//evil.example/",
        "http://site.example/../..//evil.example/x",
    ],
)
async def test_foreign_redirect_targets_are_replaced(service: Service, target: str) -> None:
    response = await service.http.get(
        "/verify", params={"token": "none", "type": "signup", "redirect_to": target}, follow_redirects=False
    )
    assert response.headers["location"].startswith("http://site.example#")
    assert "set-cookie" not in response.headers


async def test_code_attempts_are_limited_across_clients(
    make_service: Callable[..., Service],
) -> None:
    service = make_service(peer="203.0.113.1")
    app = service.http._transport.app  # type: ignore[attr-defined]  # the same service with other clients
    await service.sign_up("mei@example.org")
    statuses = []
    for client in range(25):
        transport = httpx.ASGITransport(app, client=(f"203.0.113.{client + 2}", 1))
        async with httpx.AsyncClient(transport=transport, base_url=str(service.http.base_url)) as http:
            body = {"type": "signup", "email": "mei@example.org", "token": "000000"}
            statuses.append((await http.post("/verify", json=body)).status_code)
    assert statuses[:20] == [403] * 20
    assert statuses[-1] == 429


async def test_ipv6_network_is_one_client(make_service: Callable[..., Service]) -> None:
    service = make_service(peer="2001:db8::1")
    app = service.http._transport.app  # type: ignore[attr-defined]  # the same service with other clients
    statuses = []
    for client in range(35):
        transport = httpx.ASGITransport(app, client=(f"2001:db8::{client + 2:x}", 1))
        async with httpx.AsyncClient(transport=transport, base_url=str(service.http.base_url)) as http:
            body = {"email": "nobody@example.org"}
            statuses.append((await http.post("/recover", json=body)).status_code)
    assert "over_request_rate_limit" in (await service.http.post("/recover", json=body)).text


async def test_audit_trail_ignores_forged_client_addresses(service: Service) -> None:
    await service.member("mei@example.org")
    await service.http.post(
        "/token?grant_type=password",
        json={"email": "mei@example.org", "password": "wrong"},
        headers={"X-Forwarded-For": "198.51.100.7"},
    )
    await service.http.post("/signup", json={"email": "new@example.org", "password": "password 123"}, headers={
        "X-Forwarded-For": "198.51.100.7"
    })  # fmt: skip
    recorded = await service.pool.fetch("select distinct ip_address from auth.audit_log_entries")
    assert [row["ip_address"] for row in recorded] == ["127.0.0.1"]


def test_token_with_deeply_nested_header_is_malformed() -> None:
    from base64 import urlsafe_b64encode

    head = urlsafe_b64encode(b"[" * 30_000 + b"]" * 30_000).rstrip(b"=").decode()
    with pytest.raises(TokenError):
        verify(f"{head}.e30.AAAA", SECRET)
