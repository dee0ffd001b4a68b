"""Switches of the protocol: each is reached by a setting, and its effect."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from balai.backend.auth.config import auth_config
from balai.errors import StartError
from balai.security import tokens
from balai.settings import SETTINGS, load_settings
from tests.backend.auth.security_key import SecurityKey
from tests.backend.auth.service import PASSWORD, SECRET, SITE, Service, bearer

Make = Callable[..., Service]
PHONE = "60123456789"
TABLE = Path(__file__).parents[3] / "docs" / "conformance" / "auth-settings.md"
SWITCHES: list[tuple[str, str, str, Any]] = [
    ("BALAI_SIGN_UP", "false", "signup_disabled", True),
    ("BALAI_EMAIL_SIGN_IN", "false", "email_sign_in", False),
    ("BALAI_EMAIL_OTP", "false", "email_otp", False),
    ("BALAI_EMAIL_AUTOCONFIRM", "true", "email_autoconfirm", True),
    ("BALAI_EMAIL_SECURE_CHANGE", "false", "secure_email_change", False),
    ("BALAI_EMAIL_LINK_SECONDS", "7200", "code_ttl", timedelta(hours=2)),
    ("BALAI_EMAIL_CODE_SECONDS", "300", "typed_code_ttl", timedelta(minutes=5)),
    ("BALAI_EMAIL_CODE_LENGTH", "8", "email_code_length", 8),
    ("BALAI_EMAIL_INTERVAL_SECONDS", "1", "email_min_interval", timedelta(seconds=1)),
    ("BALAI_SECURITY_NOTICES", "true", "sends_security_notices", True),
    ("BALAI_PHONE_SIGN_IN", "false", "phone_sign_in", False),
    ("BALAI_PHONE_AUTOCONFIRM", "true", "sms_autoconfirm", True),
    ("BALAI_SMS_CODE_SECONDS", "90", "sms_code_ttl", timedelta(seconds=90)),
    ("BALAI_SMS_CODE_LENGTH", "7", "sms_code_length", 7),
    ("BALAI_SMS_INTERVAL_SECONDS", "0", "sms_min_interval", timedelta()),
    ("BALAI_SMS_TEST_CODES", f"+{PHONE}=123456, 659:0000", "sms_test_codes", {PHONE: "123456", "659": "0000"}),
    ("BALAI_SMS_TEST_CODES_UNTIL", "2030-01-02T00:00:00Z", "sms_test_codes_until", datetime(2030, 1, 2, tzinfo=UTC)),
    ("BALAI_ANONYMOUS_USERS", "true", "anonymous_users", True),
    ("BALAI_PASSWORD_MIN_LENGTH", "12", "password_min_length", 12),
    ("BALAI_PASSWORD_REQUIRED_CHARACTERS", "abc:12", "password_character_sets", ("abc", "12")),
    ("BALAI_PASSWORD_BREACH_REQUIRED", "true", "breach_check_required", True),
    ("BALAI_PASSWORD_REQUIRE_REAUTHENTICATION", "true", "reauthentication_required", True),
    ("BALAI_PASSWORD_REQUIRE_CURRENT", "true", "current_password_required", True),
    ("BALAI_ACCESS_TOKEN_SECONDS", "600", "access_token_ttl", timedelta(minutes=10)),
    ("BALAI_JWT_ISSUER", "https://issuer.example", "token_issuer", "https://issuer.example"),
    ("BALAI_JWT_AUDIENCE", "members", "audience", "members"),
    ("BALAI_JWT_DEFAULT_ROLE", "member", "default_role", "member"),
    ("BALAI_JWT_ADMIN_ROLES", "service_role, operator", "admin_roles", frozenset({"service_role", "operator"})),
    ("BALAI_REFRESH_TOKEN_VERSION", "2", "uses_refresh_tokens_v2", True),
    ("BALAI_REFRESH_TOKEN_ROTATION", "false", "refresh_token_rotation", False),
    ("BALAI_REFRESH_TOKEN_REUSE_SECONDS", "0", "refresh_token_reuse_interval", timedelta()),
    ("BALAI_REFRESH_TOKEN_REUSE", "true", "refresh_token_reuse", True),
    ("BALAI_SESSION_TIMEBOX_MINUTES", "60", "session_timebox", timedelta(hours=1)),
    ("BALAI_SESSION_INACTIVITY_MINUTES", "5", "session_inactivity", timedelta(minutes=5)),
    ("BALAI_SESSION_LOW_AAL_MINUTES", "5", "session_low_aal", timedelta(minutes=5)),
    ("BALAI_SESSION_SINGLE", "true", "session_single", True),
    ("BALAI_MFA_TOTP_ENROLL", "false", "factor_types", frozenset()),
    ("BALAI_MFA_TOTP_VERIFY", "false", "verified_factor_types", frozenset()),
    ("BALAI_MFA_PHONE_ENROLL", "true", "factor_types", frozenset({"totp", "phone"})),
    ("BALAI_MFA_PHONE_VERIFY", "true", "verified_factor_types", frozenset({"totp", "phone"})),
    ("BALAI_MFA_WEBAUTHN_ENROLL", "true", "factor_types", frozenset({"totp", "webauthn"})),
    ("BALAI_MFA_WEBAUTHN_VERIFY", "true", "verified_factor_types", frozenset({"totp", "webauthn"})),
    ("BALAI_MFA_MAX_FACTORS", "2", "max_factors", 2),
    ("BALAI_MFA_MAX_VERIFIED_FACTORS", "1", "max_verified_factors", 1),
    ("BALAI_MFA_CHALLENGE_SECONDS", "600", "challenge_ttl", timedelta(minutes=10)),
    ("BALAI_MFA_FACTOR_SECONDS", "600", "unverified_factor_ttl", timedelta(minutes=10)),
    ("BALAI_PASSKEYS", "true", "passkeys", True),
    ("BALAI_PASSKEYS_MAX", "3", "max_passkeys", 3),
    ("BALAI_WEBAUTHN_RP_ID", "Example.org", "webauthn_rp_id", "example.org"),
    ("BALAI_WEBAUTHN_RP_NAME", "Hall", "webauthn_rp_name", "Hall"),
    ("BALAI_WEBAUTHN_RP_ORIGINS", "https://a.example/, https://b.example", "webauthn_rp_origins",
     ("https://a.example", "https://b.example")),
    ("BALAI_OAUTH_FLOW_SECONDS", "900", "flow_ttl", timedelta(minutes=15)),
    ("BALAI_OAUTH_UNVERIFIED_EMAILS", "true", "allows_unverified_email", True),
    ("BALAI_MANUAL_LINKING", "true", "manual_linking", True),
    ("BALAI_SAML", "true", "saml", True),
    ("BALAI_CAPTCHA", "altcha", "captcha_provider", "altcha"),
    ("BALAI_RATE_LIMITS", "true", "limits_clients", True),
    ("BALAI_AUTH_REQUEST_SECONDS", "30", "request_timeout", timedelta(seconds=30)),
    ("BALAI_AUTH_CORS_HEADERS", "x-app, x-trace", "cors_headers", ("x-app", "x-trace")),
]  # fmt: skip
RATES = ["otp", "token_refresh", "verify", "anonymous_users", "factors", "sso", "saml", "passkey"]
RATES += ["email_sent", "sms_sent"]
INVALID = {
    "BALAI_SIGN_UP": "perhaps",
    "BALAI_EMAIL_CODE_LENGTH": "5",
    "BALAI_SMS_CODE_LENGTH": "11",
    "BALAI_ACCESS_TOKEN_SECONDS": "0",
    "BALAI_SMS_TEST_CODES": "+60123456789",
    "BALAI_SMS_TEST_CODES_UNTIL": "2030-13-01",
    "BALAI_MFA_CHALLENGE_SECONDS": "299",
    "BALAI_OAUTH_FLOW_SECONDS": "1",
    "BALAI_MFA_PHONE_ENROLL": "maybe",
    "BALAI_WEBAUTHN_RP_ID": "https://example.org",
    "BALAI_WEBAUTHN_RP_ORIGINS": "example.org",
    "BALAI_JWT_DEFAULT_ROLE": "two roles",
    "BALAI_JWT_ADMIN_ROLES": ",",
    "BALAI_AUTH_CORS_HEADERS": "x app",
    "BALAI_SMS_TEXT": "Your code",
}


@pytest.mark.parametrize(("name", "value", "field", "expected"), SWITCHES, ids=[row[0] for row in SWITCHES])
def test_setting_reaches_the_service_of_the_backend_alone(name: str, value: str, field: str, expected: Any) -> None:
    site = {"BALAI_SITE_URL": "https://hall.example"}
    assert getattr(auth_config(load_settings(site), has_site=False), field) != expected
    assert getattr(auth_config(load_settings(site | {name: value}), has_site=False), field) == expected


@pytest.mark.parametrize("name", RATES)
def test_rate_limit_is_set(name: str) -> None:
    settings = load_settings({f"BALAI_RATE_LIMIT_{name.upper()}": "7"})
    assert getattr(auth_config(settings, has_site=False).rate_limits, name) == 7


@pytest.mark.parametrize("name", INVALID)
def test_invalid_value_stops_the_start_with_one_line(name: str) -> None:
    with pytest.raises(StartError) as raised:
        load_settings({name: INVALID[name]})
    first, *lines = str(raised.value).splitlines()
    assert first == "Some settings are invalid:"
    assert len(lines) == 1 and lines[0].strip().startswith(name)


@pytest.mark.parametrize(
    "environment",
    [
        {"BALAI_EMAIL_AUTOCONFIRM": "true", "BALAI_OAUTH_UNVERIFIED_EMAILS": "true"},
        {"BALAI_PASSKEYS": "true", "BALAI_SITE_URL": "http://192.0.2.7"},
        {"BALAI_MFA_WEBAUTHN_ENROLL": "true", "BALAI_SITE_URL": "http://hall.example"},
        {"BALAI_JWT_DEFAULT_ROLE": "member"},
    ],
)
def test_settings_that_contradict_each_other_stop_the_start(environment: dict[str, str]) -> None:
    with pytest.raises(StartError, match="Some settings are invalid"):
        auth_config(load_settings(environment), has_site=True)


def test_test_codes_are_not_in_error_messages() -> None:
    with pytest.raises(StartError) as raised:
        load_settings({"BALAI_SMS_TEST_CODES": "+60123456789=12"})
    assert "60123456789=12" not in str(raised.value).replace("+60120000001=123456", "")


def test_every_account_setting_is_in_the_table_of_switches() -> None:
    table = set(re.findall(r"`(BALAI_[A-Z0-9_]+)`", TABLE.read_text()))
    assert not table - {setting.name for setting in SETTINGS}
    assert not {name for name, *_ in SWITCHES} - table
    assert not {f"BALAI_RATE_LIMIT_{name.upper()}" for name in RATES} - table


async def test_closed_sign_up_rejects_every_new_account_but_those_of_administrators(make_service: Make) -> None:
    service = make_service(signup_disabled=True, anonymous_users=True, sms_provider="mailbox")
    assert (await service.http.get("/settings")).json()["disable_signup"] is True
    for path, body in [
        ("/signup", {"email": "new@example.org", "password": PASSWORD}),
        ("/signup", {"phone": PHONE, "password": PASSWORD}),
        ("/signup", {}),
        ("/otp", {"email": "new@example.org"}),
        ("/otp", {"phone": PHONE}),
        ("/magiclink", {"email": "new@example.org"}),
    ]:
        response = await service.post(path, body)
        assert (response.status_code, response.json()["code"]) == (422, "signup_disabled"), (path, response.text)
    assert await service.count_emails() == 0
    invited = await service.http.post("/invite", json={"email": "guest@example.org"}, headers=service.admin)
    assert invited.status_code == 200
    assert (await service.member())["user"]["email"] == "mei@example.org"


async def test_phone_autoconfirm_signs_in_without_an_sms(make_service: Make) -> None:
    service = make_service(sms_autoconfirm=True, sms_provider="twilio")
    settings = (await service.http.get("/settings")).json()
    assert settings["phone_autoconfirm"] is True and settings["sms_provider"] == "twilio"
    session = await service.post("/signup", {"phone": PHONE, "password": PASSWORD})
    assert session.json()["user"]["phone_confirmed_at"]
    assert await service.count_emails() == 0


async def test_phone_sign_in_is_off_although_factors_use_sms(make_service: Make) -> None:
    service = make_service(phone_sign_in=False, sms_provider="twilio", factor_types=frozenset({"phone"}))
    assert (await service.http.get("/settings")).json()["external"]["phone"] is False
    response = await service.post("/otp", {"phone": PHONE})
    assert (response.status_code, response.json()["code"]) == (400, "phone_provider_disabled")
    session = await service.member()
    body = {"factor_type": "phone", "phone": "+60198765432"}
    assert (await service.http.post("/factors", json=body, headers=bearer(session))).status_code == 200


async def test_code_lengths_are_those_of_the_settings(make_service: Make) -> None:
    service = make_service(email_code_length=8, sms_code_length=10, sms_provider="mailbox")
    await service.sign_up("mei@example.org")
    assert re.fullmatch(r"\d{8}", (await service.email_to("mei@example.org")).code)
    await service.post("/otp", {"phone": PHONE})
    code = (await service.sms_to(PHONE)).code
    assert re.fullmatch(r"\d{10}", code)
    verified = await service.post("/verify", {"type": "sms", "phone": PHONE, "token": code})
    assert verified.status_code == 200
    body = {"type": "magiclink", "email": "mei@example.org"}
    link = (await service.http.post("/admin/generate_link", json=body, headers=service.admin)).json()
    assert re.fullmatch(r"\d{8}", link["email_otp"])


async def test_test_number_needs_no_provider_and_its_code_does_not_expire(make_service: Make) -> None:
    service = make_service(sms_test_codes={PHONE: "123456"})
    assert (await service.http.get("/settings")).json()["external"]["phone"] is True
    assert (await service.post("/otp", {"phone": PHONE})).status_code == 200
    assert await service.count_emails() == 0
    service.wait(days=2)
    verified = await service.post("/verify", {"type": "sms", "phone": PHONE, "token": "123456"})
    assert verified.status_code == 200, verified.text
    service.wait(minutes=2)
    again = await service.post("/otp", {"phone": PHONE})
    assert again.json() == {"message_id": "test-otp"}
    other = await service.post("/otp", {"phone": "60199999999"})
    assert (other.status_code, other.json()["message"]) == (500, "Unable to get SMS provider")


async def test_test_number_is_an_ordinary_one_after_its_time(make_service: Make) -> None:
    service = make_service(
        sms_test_codes={PHONE: "123456"}, sms_test_codes_until=datetime.now(UTC), sms_provider="mailbox"
    )
    assert (await service.post("/otp", {"phone": PHONE})).json() == {}
    assert (await service.sms_to(PHONE)).code != "123456"


async def test_insecure_email_change_needs_the_new_address_only(make_service: Make) -> None:
    service = make_service(secure_email_change=False)
    session = await service.member()
    await service.http.put("/user", json={"email": "mei@new.example"}, headers=bearer(session))
    code = (await service.email_to("mei@new.example")).code
    body = {"type": "email_change", "email": "mei@new.example", "token": code}
    assert (await service.post("/verify", body)).json()["user"]["email"] == "mei@new.example"


async def test_access_token_has_the_lifetime_issuer_audience_and_role_of_the_settings(make_service: Make) -> None:
    service = make_service(
        access_token_ttl=timedelta(minutes=5),
        issuer="https://issuer.example",
        audience="members",
        default_role="member",
    )
    session = await service.member()
    claims = tokens.verify(session["access_token"], SECRET)
    assert session["expires_in"] == 300 and claims["exp"] - claims["iat"] == 300
    assert (claims["iss"], claims["aud"], claims["role"]) == ("https://issuer.example", "members", "member")
    found = (await service.http.get("/.well-known/openid-configuration")).json()
    assert found["issuer"] == "https://issuer.example"
    assert found["jwks_uri"] == f"{SITE}/auth/v1/.well-known/jwks.json"


@pytest.mark.parametrize("version_2", [False, True])
async def test_reuse_without_rotation_is_rejected_and_ends_nothing(make_service: Make, version_2: bool) -> None:
    service = make_service(refresh_token_rotation=False, uses_refresh_tokens_v2=version_2)
    first = (await service.member())["refresh_token"]
    second = (await service.refresh(first)).json()["refresh_token"]
    third = (await service.refresh(second)).json()["refresh_token"]
    service.wait(minutes=5)
    reused = await service.refresh(first)
    assert (reused.status_code, reused.json()["code"]) == (400, "refresh_token_already_used")
    assert (await service.refresh(third)).status_code == 200


async def test_verification_of_a_factor_can_be_off_while_enrolling_is_on(make_service: Make) -> None:
    service = make_service(verified_factor_types=frozenset())
    headers = bearer(await service.member())
    factor = (await service.http.post("/factors", json={"factor_type": "totp"}, headers=headers)).json()
    response = await service.http.post(f"/factors/{factor['id']}/challenge", headers=headers)
    assert (response.status_code, response.json()["code"]) == (422, "mfa_totp_verify_not_enabled")


async def test_maximum_of_factors_and_of_passkeys_are_separate(make_service: Make) -> None:
    service = make_service(max_factors=1, passkeys=True, max_passkeys=0)
    headers = bearer(await service.member())
    body = {"factor_type": "totp", "friendly_name": "one"}
    assert (await service.http.post("/factors", json=body, headers=headers)).status_code == 200
    second = await service.http.post("/factors", json=body | {"friendly_name": "two"}, headers=headers)
    assert second.json()["code"] == "too_many_enrolled_mfa_factors"
    passkey = await service.http.post("/passkeys/registration/options", json={}, headers=headers)
    assert passkey.json()["code"] == "too_many_passkeys"


async def test_relying_party_is_the_one_of_the_settings(make_service: Make) -> None:
    service = make_service(
        passkeys=True,
        webauthn_rp_id="hall.example",
        webauthn_rp_name="Hall",
        webauthn_rp_origins=("https://app.hall.example", "https://hall.example"),
    )
    headers = bearer(await service.member())
    started = (await service.http.post("/passkeys/registration/options", json={}, headers=headers)).json()
    assert started["options"]["rp"] == {"id": "hall.example", "name": "Hall"}
    key = SecurityKey("https://app.hall.example", "hall.example")
    body = {"challenge_id": started["challenge_id"], "credential": key.create(started["options"])}
    response = await service.http.post("/passkeys/registration/verify", json=body, headers=headers)
    assert response.status_code == 200, response.text


async def test_password_is_rejected_while_the_required_breach_check_is_down(make_service: Make) -> None:
    def make(*, required: bool) -> Service:
        url = "http://127.0.0.1:9/range"
        return make_service(breach_url=url, breach_check_required=required)

    assert (await make(required=False).sign_up("a@example.org")).status_code == 200
    refused = await make(required=True).sign_up("b@example.org")
    assert (refused.status_code, refused.json()["code"]) == (500, "unexpected_failure")


async def test_preflight_names_the_further_headers(make_service: Make) -> None:
    service = make_service(cors_headers=("x-app", "x-trace"))
    response = await service.http.request("OPTIONS", "/user")
    assert response.headers["access-control-allow-headers"].endswith("X-Client-IP, x-app, x-trace")


async def test_reauthentication_code_lives_as_long_as_other_typed_codes(make_service: Make) -> None:
    service = make_service(reauthentication_required=True, typed_code_ttl=timedelta(minutes=10))
    await service.member()
    service.wait(days=1)
    session = await service.member()
    service.wait(hours=25)
    headers = bearer((await service.refresh(session["refresh_token"])).json())
    await service.http.get("/reauthenticate", headers=headers)
    nonce = (await service.email_to("mei@example.org")).code
    service.wait(minutes=11)
    body = {"password": "another horse battery", "nonce": nonce}
    late = await service.http.put("/user", json=body, headers=headers)
    assert (late.status_code, late.json()["code"]) == (422, "reauthentication_not_valid")
    await service.http.get("/reauthenticate", headers=headers)
    nonce = (await service.email_to("mei@example.org")).code
    changed = await service.http.put("/user", json=body | {"nonce": nonce}, headers=headers)
    assert changed.status_code == 200, changed.text
