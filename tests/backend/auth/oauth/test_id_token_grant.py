"""The `id_token` grant accepts tokens of the provider, for this client, unexpired and with the right nonce only."""

import hashlib
import time
from collections.abc import Callable
from typing import Any

from tests.backend.auth.oauth.flows import count_rows
from tests.backend.auth.service import Service, bearer
from tests.support.oidc_provider import IdentityProvider

NONCE = "a raw nonce"
NONCE_HASH = hashlib.sha256(NONCE.encode()).hexdigest()


def claims(campus: IdentityProvider, **changes: Any) -> dict[str, Any]:
    now = int(time.time())
    values = {
        "iss": campus.issuer, "aud": "hall", "sub": "mei", "iat": now, "exp": now + 600, "nonce": NONCE_HASH,
        "email": "mei@example.org", "email_verified": True, **changes,
    }  # fmt: skip
    return {name: value for name, value in values.items() if value is not None}


async def exchange(service: Service, token: str, **more: Any) -> tuple[int, dict[str, Any]]:
    body = {"provider": "campus", "id_token": token, "nonce": NONCE, **more}
    response = await service.post("/token?grant_type=id_token", body)
    return response.status_code, dict(response.json())


async def test_valid_token_creates_a_session(service: Service, campus: IdentityProvider) -> None:
    status, session = await exchange(service, campus.sign(**claims(campus)))
    assert status == 200, session
    assert session["user"]["email"] == "mei@example.org"
    body = {"client_id": "hall", "issuer": campus.issuer, "provider": None}
    assert (await exchange(service, campus.sign(**claims(campus)), **body))[1]["user"]["id"] == session["user"]["id"]


INVALID_TOKENS: list[tuple[dict[str, Any], dict[str, Any], str, str]] = [
    ({}, {"id_token": None}, "invalid request", "id_token required"),
    ({}, {"provider": None}, "invalid request", "provider or client_id and issuer required"),
    ({}, {"id_token": "a.b.c"}, "invalid request", "Bad ID token"),
    ({"iss": "https://evil.example"}, {}, "invalid request", "Bad ID token"),
    ({"exp": 1}, {}, "invalid request", "Bad ID token"),
    ({"exp": None}, {}, "invalid request", "Bad ID token"),
    ({"iat": 99_999_999_999}, {}, "invalid request", "Bad ID token"),
    ({"at_hash": "of another"}, {"access_token": "mine"}, "invalid request", "Bad ID token"),
    ({"sub": None}, {}, "invalid request", "Missing sub claim in id_token"),
    ({"aud": ["a", "b"]}, {}, "invalid request", "Unacceptable audience in id_token: [a b]"),
    ({"nonce": None}, {}, "invalid request", "Passed nonce and nonce in id_token should either both exist or not."),
    ({}, {"nonce": None}, "invalid request", "Passed nonce and nonce in id_token should either both exist or not."),
    ({}, {"nonce": "another"}, "invalid nonce", "Nonces mismatch"),
    ({}, {"link_identity": True}, "invalid request", "Linking requires a valid user access token in Authorization"),
]


async def test_invalid_tokens_are_rejected(service: Service, campus: IdentityProvider) -> None:
    for changes, body, error, description in INVALID_TOKENS:
        response = await exchange(service, campus.sign(**claims(campus, **changes)), **body)
        assert response == (400, {"error": error, "error_description": description}), changes
    assert await count_rows(service, "users") == 0


async def test_token_without_email_creates_no_account(
    make_service: Callable[..., Service], campus: IdentityProvider
) -> None:
    token = campus.sign(**claims(campus, email=None, email_verified=None))
    strict = make_service(providers={"campus": campus.settings()})
    status, error = await exchange(strict, token)
    assert (status, error["message"]) == (500, "Error getting user email from external provider")
    assert await count_rows(strict, "users") == 0
    lenient = make_service(providers={"campus": campus.settings(email_optional=True)})
    assert (await exchange(lenient, token))[0] == 200


async def test_unsigned_forged_and_outdated_tokens_are_rejected(service: Service, campus: IdentityProvider) -> None:
    head, body, signature = campus.sign(**claims(campus)).split(".")
    forged = [f"eyJhbGciOiJub25lIn0.{body}.", f"{head}.{body}.", f"{head}.{body}.{signature[:-8]}AAAAAAAA"]
    old = campus.sign(**claims(campus))
    campus.rotate()
    for token in [*forged, old]:
        assert (await exchange(service, token))[1]["error_description"] == "Bad ID token"


async def test_unknown_and_disabled_providers_are_rejected(
    service: Service, make_service: Callable[..., Service]
) -> None:
    unknown = await service.post("/token?grant_type=id_token", {"id_token": "a.b.c", "provider": "nobody"})
    assert (unknown.status_code, unknown.json()) == (
        400,
        {"code": "validation_failed", "message": 'Custom OIDC provider "nobody" not allowed'},
    )
    off = await make_service().post("/token?grant_type=id_token", {"id_token": "a.b.c", "provider": "google"})
    assert (off.status_code, off.json()) == (
        400,
        {"code": "provider_disabled", "message": 'Provider (issuer "https://accounts.google.com") is not enabled'},
    )


async def test_linking_by_id_token(service: Service, campus: IdentityProvider) -> None:
    session = await service.member("ah-kow@example.org")
    body = {"provider": "campus", "id_token": campus.sign(**claims(campus)), "nonce": NONCE, "link_identity": True}
    response = await service.post("/token?grant_type=id_token", body, **bearer(session))
    assert [one["provider"] for one in response.json()["user"]["identities"]] == ["email", "campus"]
    again = await service.post("/token?grant_type=id_token", body, **bearer(session))
    assert (again.status_code, again.json()["message"]) == (422, "Identity is already linked")
