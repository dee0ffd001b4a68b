"""Errors of the contract that no other test covers, over HTTP: status, code and message."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from balai.database.pool import Pool
from balai.security import tokens
from tests.backend.auth.service import PASSWORD, SECRET, Service, bearer

MakeService = Callable[..., Service]
CHALLENGE = {"code_challenge": "a" * 43, "code_challenge_method": "s256"}
FAR = 4_000_000_000
NO_EMAIL = {"email_sign_in": False}
# Settings, request, body, status, code, message (its beginning if it ends in …).
Row = tuple[dict[str, Any], str, dict[str, Any] | None, int, str, str]
OPEN: list[Row] = [
    ({}, "POST /signup", {"email": "a" * 256 + "@b.c", "password": PASSWORD}, 400, "validation_failed",
     "An email address is too long"),
    ({}, "POST /otp", {"email": "a@b.c", "channel": "sms"}, 400, "validation_failed",
     "Channel should only be specified with Phone OTP"),
    ({}, "POST /otp", {}, 400, "validation_failed", "One of email or phone must be set"),
    ({}, "POST /otp", {"email": "a@b.c", "phone": "1"}, 400, "validation_failed",
     "Only an email address or phone number should be provided"),
    ({}, "POST /magiclink", {}, 422, "validation_failed", "Password recovery requires an email"),
    ({}, "POST /recover", {}, 400, "validation_failed", "Password recovery requires an email"),
    ({}, "POST /resend", {"type": "signup"}, 400, "validation_failed", "Type provided requires an email address"),
    ({}, "POST /resend", {"type": "sms"}, 400, "validation_failed", "Type provided requires a phone number"),
    ({}, "POST /resend", {"type": "email_change"}, 400, "validation_failed", "Missing email address or phone number"),
    ({}, "POST /resend", {"type": "phone_change"}, 400, "validation_failed", "Missing email address or phone number"),
    ({}, "POST /resend", {"type": "signup", "phone": "1"}, 400, "validation_failed",
     "Type provided requires an email address"),
    ({}, "POST /resend", {"type": "signup", "email": "a@b.c", "phone": "1"}, 400, "validation_failed",
     "Only an email address or phone number should be provided."),
    ({}, "GET /verify?type=signup", None, 400, "validation_failed", "Verify requires a token or a token hash"),
    ({}, "POST /recover", {"email": "a@b.c", **CHALLENGE, "code_challenge": "ä" * 43}, 400, "validation_failed",
     "code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes"),
    ({}, "POST /recover", {"email": "a@b.c", "code_challenge": "a" * 43}, 400, "validation_failed",
     "PKCE flow requires code_challenge_method and code_challenge"),
    ({}, "POST /token?grant_type=pkce", {"auth_code": "a", "code_verifier": "b"}, 404, "flow_state_not_found",
     "invalid flow state, no valid flow state found"),
    ({}, "POST /token?grant_type=web3", {}, 422, "web3_provider_disabled", "Web3 provider is disabled"),
    ({}, "POST /token?grant_type=other", {}, 400, "invalid_credentials", "unsupported_grant_type"),
    (NO_EMAIL, "POST /signup", {"email": "a@b.c", "password": PASSWORD}, 400, "email_provider_disabled",
     "Email signups are disabled"),
    (NO_EMAIL, "POST /token?grant_type=password", {"email": "a@b.c", "password": "x"}, 422, "email_provider_disabled",
     "Email logins are disabled"),
    (NO_EMAIL, "POST /otp", {"email": "a@b.c"}, 422, "email_provider_disabled", "Email logins are disabled"),
    (NO_EMAIL, "POST /recover", {"email": "a@b.c"}, 400, "email_provider_disabled", "Email logins are disabled"),
    (NO_EMAIL, "POST /resend", {"type": "signup", "email": "a@b.c"}, 400, "email_provider_disabled",
     "Email logins are disabled"),
    ({"email_otp": False}, "POST /magiclink", {"email": "a@b.c"}, 422, "email_provider_disabled",
     "Login with magic link is disabled"),
    ({"email_allowed_recipients": frozenset({"x@b.c"})}, "POST /signup", {"email": "a@b.c", "password": PASSWORD}, 400,
     "email_address_not_authorized", 'Email address "a@b.c" cannot be used as it is not authorized'),
    ({}, "POST /passkeys/authentication/options", {}, 404, "passkey_disabled", "Passkeys are disabled"),
    ({}, "GET /oauth/authorize", None, 404, "feature_disabled", "OAuth server is disabled"),
    ({}, "GET /admin/oauth/clients", None, 404, "feature_disabled", "OAuth server is disabled"),
    ({}, "POST /sso", {"domain": "b.c"}, 404, "saml_provider_disabled", "SAML 2.0 is disabled"),
]  # fmt: skip
ADMIN: list[Row] = [
    ({}, "GET /admin/users?per_page=-1", None, 400, "validation_failed", "Bad Pagination Parameters: …"),
    ({}, "GET /admin/users?sort=name", None, 400, "validation_failed", "Bad Sort Parameters: …"),
    ({}, "GET /admin/users/nobody", None, 404, "validation_failed", "user_id must be an UUID"),
    ({}, f"GET /admin/users/{UUID(int=9)}", None, 404, "user_not_found", "User not found"),
    ({}, "POST /admin/users", {"email": "a@b.c", "ban_duration": "soon"}, 400, "validation_failed",
     "invalid format for ban duration: …"),
    ({}, "POST /admin/users", {}, 400, "validation_failed", "Cannot create a user without either an email or phone"),
    ({}, "POST /invite", {}, 400, "validation_failed", "An email address is required"),
    ({}, "GET /admin/audit?query=x", None, 400, "validation_failed", "Invalid query scope: x"),
]  # fmt: skip
MINE: list[Row] = [
    ({}, "DELETE /user/identities/x", None, 404, "manual_linking_disabled", "Manual linking is disabled"),
    ({}, "POST /factors", {"factor_type": "phone"}, 422, "mfa_phone_enroll_not_enabled",
     "MFA enroll is disabled for Phone"),
    ({"factor_types": frozenset()}, "POST /factors", {"factor_type": "totp"}, 422, "mfa_totp_enroll_not_enabled",
     "MFA enroll is disabled for TOTP"),
    ({}, "POST /factors", {"factor_type": "webauthn"}, 422, "mfa_webauthn_enroll_not_enabled",
     "MFA enroll is disabled for WebAuthn"),
    ({}, "POST /factors", {"factor_type": "smell"}, 400, "validation_failed",
     "factor_type needs to be totp, phone, or webauthn"),
    ({}, "POST /factors/x/challenge", {}, 404, "validation_failed", "factor_id must be an UUID"),
    ({}, "PUT /user", {"password": PASSWORD}, 422, "same_password",
     "New password should be different from the old password."),
    ({}, "PUT /user", {"app_metadata": {}}, 403, "not_admin", "Updating app_metadata requires admin privileges"),
    ({}, "POST /logout?scope=some", None, 400, "validation_failed", 'Unsupported logout scope "some"'),
    ({}, "GET /admin/users", None, 403, "not_admin", "User not allowed"),
]  # fmt: skip


async def check(service: Service, row: Row, headers: dict[str, str]) -> None:
    _, call, body, status, code, words = row
    method, _, path = call.partition(" ")
    response = await service.http.request(
        method, path, json=body, headers={"X-Supabase-Api-Version": "2024-01-01", **headers}
    )
    assert (response.status_code, response.json()["code"]) == (status, code), row
    actual, start = response.json()["message"], words.rstrip("…")
    assert actual.startswith(start) if words.endswith("…") else actual == words, (row, actual)
    # The older version of the same error.
    older = await service.http.request(
        method, path, json=body, headers={**headers, "X-Supabase-Api-Version": "2023-12-31"}
    )
    assert older.json() == {"code": status, "error_code": code, "msg": actual}
    assert "x-supabase-api-version" not in older.headers


async def test_errors_of_public_endpoints(make_service: MakeService) -> None:
    for row in OPEN:
        await check(make_service(**row[0]), row, {})


async def test_errors_of_administration(service: Service) -> None:
    for row in ADMIN:
        await check(service, row, service.admin)


async def test_errors_for_signed_in_users(make_service: MakeService) -> None:
    session = await make_service().member()
    for row in MINE:
        await check(make_service(**row[0]), row, {"Authorization": f"Bearer {session['access_token']}"})


@pytest.mark.parametrize("path", ["/user", "/reauthenticate"])
async def test_errors_of_authentication(service: Service, path: str) -> None:
    session = await service.member()
    claims = dict(tokens.verify(session["access_token"], SECRET))
    rows: list[tuple[str, int, str, str]] = [
        ("", 401, "no_authorization", "This endpoint requires a valid Bearer token"),
        ("Basic x", 401, "no_authorization", "This endpoint requires a valid Bearer token"),
        ("Bearer x", 403, "bad_jwt", "invalid JWT: unable to parse or verify signature, "),
        (signed({**claims, "exp": 1}), 403, "bad_jwt", "invalid JWT: unable to parse or verify signature, "),
        (signed({"role": "anon", "exp": FAR}), 403, "bad_jwt", "invalid claim: missing sub claim"),
        (signed({**claims, "sub": "x"}), 400, "bad_jwt", "invalid claim: sub claim must be a UUID"),
        (signed({**claims, "session_id": "x"}), 403, "bad_jwt", "invalid claim: session_id claim must be a UUID"),
        (signed({**claims, "sub": str(UUID(int=9))}), 403, "user_not_found", "User from sub claim in JWT does not"),
        (signed({**claims, "session_id": str(UUID(int=9))}), 403, "session_not_found", "Session from session_id"),
    ]
    for authorization, status, code, words in rows:
        headers = {"X-Supabase-Api-Version": "2024-01-01"} | ({"Authorization": authorization} if authorization else {})
        response = await service.http.get(path, headers=headers)
        assert (response.status_code, response.json()["code"]) == (status, code), authorization
        assert response.json()["message"].startswith(words)
        assert response.headers["x-sb-error-code"] == code
    await service.http.put(f"/admin/users/{claims['sub']}", json={"ban_duration": "1h"}, headers=service.admin)
    banned = await service.http.get(path, headers=bearer(session))
    assert (banned.status_code, banned.json()["code"]) == (403, "user_banned")


def signed(claims: dict[str, Any]) -> str:
    return f"Bearer {tokens.sign(claims, SECRET)}"


async def test_expired_flow_and_wrong_verifier(make_service: MakeService, auth_pool: Pool) -> None:
    service = make_service(email_link_pages=None)
    await service.member()
    await service.post("/magiclink", {"email": "mei@example.org", **CHALLENGE, "code_challenge_method": "plain"})
    link = (await service.email_to("mei@example.org")).link
    landed = await service.http.get("/verify", params=link)
    code = landed.headers["location"].partition("code=")[2]
    wrong = await service.post("/token?grant_type=pkce", {"auth_code": code, "code_verifier": "b" * 43})
    assert (wrong.status_code, wrong.json()) == (400, {
        "code": "bad_code_verifier", "message": "code challenge does not match previously saved code verifier",
    })  # fmt: skip
    service.wait(minutes=6)
    late = await service.post("/token?grant_type=pkce", {"auth_code": code, "code_verifier": "a" * 43})
    assert (late.status_code, late.json()) == (422, {
        "code": "flow_state_expired", "message": "invalid flow state, flow state has expired",
    })  # fmt: skip
