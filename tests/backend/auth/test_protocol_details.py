"""Details in which this service once differed from GoTrue."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest

from balai.backend.auth.oidc.provider_catalog import Provider
from tests.backend.auth.mfa.test_factors import assert_error, enroll, with_factor
from tests.backend.auth.security_key import SecurityKey
from tests.backend.auth.service import PASSWORD, SITE, Service, bearer

Make = Callable[..., Service]
EMAIL = "mei@example.org"
PHONE = "60123456789"


async def generate_link(service: Service, **body: Any) -> dict[str, Any]:
    response = await service.http.post("/admin/generate_link", json=body, headers=service.admin)
    assert response.status_code == 200, response.text
    return dict(response.json())


async def test_administration_reads_one_factor(service: Service) -> None:
    session, factor, _ = await with_factor(service)
    path = f"/admin/users/{session['user']['id']}/factors"
    headers = {**service.admin, "X-Supabase-Api-Version": "2024-01-01"}
    (listed,) = (await service.http.get(path, headers=headers)).json()
    found = await service.http.get(f"{path}/{factor}", headers=headers)
    assert found.status_code == 200 and found.json() == listed
    assert_error(await service.http.get(f"{path}/{UUID(int=1)}", headers=headers), 404, "mfa_factor_not_found")
    assert_error(await service.http.get(f"{path}/x", headers=headers), 404, "validation_failed")
    other = await service.member("tan@example.org")
    foreign = await service.http.get(f"/admin/users/{other['user']['id']}/factors/{factor}", headers=headers)
    assert_error(foreign, 404, "mfa_factor_not_found")
    assert_error(await service.http.get(f"{path}/{factor}", headers=bearer(session)), 403, "not_admin")


@pytest.mark.parametrize(
    "body",
    [
        {"type": "signup", "email": "nobody@example.org"},
        {"type": "email_change", "email": "nobody@example.org"},
        {"type": "sms", "phone": PHONE},
        {"type": "phone_change", "phone": PHONE},
    ],
)
@pytest.mark.parametrize("reveals", [True, False])
async def test_resend_to_an_unknown_address_is_never_limited(
    make_service: Make, body: dict[str, str], reveals: bool
) -> None:
    service = make_service(sms_provider="mailbox", reveals_unknown_addresses=reveals)
    for _ in range(3):
        response = await service.post("/resend", body)
        assert (response.status_code, response.json()) == (200, {})
    assert await service.count_emails() == 0


async def test_resend_does_not_reveal_a_pending_account(make_service: Make) -> None:
    service = make_service(sms_provider="mailbox", reveals_unknown_addresses=False)
    await service.sign_up(EMAIL)
    await service.post("/signup", {"phone": PHONE, "password": PASSWORD})
    sent = await service.count_emails()
    for body in ({"type": "signup", "email": EMAIL}, {"type": "sms", "phone": PHONE}):
        response = await service.post("/resend", body)
        assert (response.status_code, response.json()) == (200, {})
    assert await service.count_emails() == sent
    service.wait(minutes=2)
    await service.post("/resend", {"type": "signup", "email": EMAIL})
    assert await service.count_emails() == sent + 1


async def test_resend_to_a_pending_account_is_limited_as_in_the_protocol(service: Service) -> None:
    await service.sign_up(EMAIL)
    limited = await service.post("/resend", {"type": "signup", "email": EMAIL})
    assert_error(limited, 429, "over_email_send_rate_limit")


async def test_page_zero_is_the_first_page(service: Service) -> None:
    for name in ("a", "b", "c"):
        await service.member(f"{name}@example.org")
    first, zero = [await service.http.get(f"/admin/users?page={n}&per_page=2", headers=service.admin) for n in (1, 0)]
    assert zero.status_code == 200 and zero.json() == first.json()
    assert zero.headers["x-total-count"] == "3"
    assert 'page=1&per_page=2>; rel="next"' in zero.headers["link"]
    audit = await service.http.get("/admin/audit?page=0", headers=service.admin)
    assert audit.status_code == 200 and audit.json()
    for query in ("per_page=0", "page=-1", "page=x"):
        response = await service.http.get(f"/admin/users?{query}", headers=service.admin)
        assert response.status_code == 400, query


async def test_second_sign_up_link_merges_its_data_and_keeps_its_password_valid(service: Service) -> None:
    first = await generate_link(service, type="signup", email=EMAIL, password=PASSWORD, data={"a": 1, "b": 2})
    second = await generate_link(
        service, type="signup", email=EMAIL, password=PASSWORD, data={"a": 3, "b": None, "c": 4}
    )
    assert second["id"] == first["id"] and second["user_metadata"] == {"a": 3, "c": 4}
    verified = await service.post("/verify", {"type": "signup", "token_hash": second["hashed_token"]})
    assert verified.json()["user"]["user_metadata"] == {"a": 3, "c": 4, "email_verified": True}
    assert (await service.sign_in(EMAIL)).status_code == 200


async def test_second_invitation_link_does_not_change_the_data(service: Service) -> None:
    await generate_link(service, type="invite", email=EMAIL, data={"a": 1})
    assert (await generate_link(service, type="invite", email=EMAIL, data={"a": 2}))["user_metadata"] == {"a": 1}


@pytest.mark.parametrize("metadata", [{}, {"email": "own@example.org", "email_verified": False, "name": "Mei"}])
async def test_email_change_leaves_the_metadata_alone(make_service: Make, metadata: dict[str, Any]) -> None:
    service = make_service(secure_email_change=False)
    session = await service.member()
    headers = bearer(session)
    await service.http.put("/user", json={"data": metadata}, headers=headers)
    before = (await service.http.get("/user", headers=headers)).json()["user_metadata"]
    await service.http.put("/user", json={"email": "mei@new.example"}, headers=headers)
    code = (await service.email_to("mei@new.example")).code
    body = {"type": "email_change", "email": "mei@new.example", "token": code}
    user = (await service.post("/verify", body)).json()["user"]
    assert user["email"] == "mei@new.example" and user["user_metadata"] == before
    (identity,) = user["identities"]
    assert identity["identity_data"]["email"] == "mei@new.example"
    assert identity["identity_data"]["email_verified"] is True


KNOWN_AAGUID = UUID("ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4")


@pytest.mark.parametrize(
    ("aaguid", "name"), [(UUID(int=0), "Passkey"), (UUID(int=7), "Passkey"), (KNOWN_AAGUID, "Google Password Manager")]
)
async def test_new_passkey_has_the_name_of_its_authenticator(make_service: Make, aaguid: UUID, name: str) -> None:
    service = make_service(passkeys=True)
    headers = bearer(await service.member())
    started = (await service.http.post("/passkeys/registration/options", json={}, headers=headers)).json()
    key = SecurityKey(SITE, "site.example", aaguid=aaguid)
    body = {"challenge_id": started["challenge_id"], "credential": key.create(started["options"])}
    created = (await service.http.post("/passkeys/registration/verify", json=body, headers=headers)).json()
    assert created["friendly_name"] == name
    (listed,) = (await service.http.get("/passkeys", headers=headers)).json()
    assert listed["friendly_name"] == name


@pytest.mark.parametrize("aaguid", [UUID(int=0), KNOWN_AAGUID])
async def test_security_key_shows_the_id_of_its_model(make_service: Make, aaguid: UUID) -> None:
    types = frozenset({"webauthn"})
    service = make_service(factor_types=types)
    session = await service.member()
    headers = bearer(session)
    factor = (await enroll(service, session, factor_type="webauthn", friendly_name="key")).json()["id"]
    asked = (await service.http.post(f"/factors/{factor}/challenge", json={}, headers=headers)).json()
    key = SecurityKey(SITE, "site.example", aaguid=aaguid)
    response = key.create(asked["webauthn"]["credential_options"]["publicKey"])
    body = {"challenge_id": asked["id"], "webauthn": {"type": "create", "credential_response": response}}
    verified = await service.http.post(f"/factors/{factor}/verify", json=body, headers=headers)
    assert verified.json()["user"]["factors"][0]["web_authn_aaguid"] == str(aaguid)


async def test_autoconfirmed_sign_up_takes_over_an_unconfirmed_account(make_service: Make) -> None:
    await make_service().sign_up(EMAIL, data={"name": "planted"}, password="the password of the first")
    service = make_service(email_autoconfirm=True)
    emails = await service.count_emails()
    response = await service.sign_up(EMAIL, data={"name": "Mei"})
    session = response.json()
    assert response.status_code == 200 and session["access_token"]
    assert session["user"]["email_confirmed_at"] and session["user"]["user_metadata"]["name"] == "Mei"
    assert session["user"]["user_metadata"]["email_verified"] is True
    assert await service.count_emails() == emails
    assert (await service.sign_in(EMAIL)).status_code == 200
    assert (await service.sign_in(EMAIL, "the password of the first")).status_code == 400
    assert_error(await service.sign_up(EMAIL), 422, "user_already_exists")


async def test_autoconfirmed_sign_up_takes_over_an_unconfirmed_number(make_service: Make) -> None:
    await make_service(sms_provider="mailbox").post("/signup", {"phone": PHONE, "password": "the first password"})
    service = make_service(sms_autoconfirm=True, sms_provider="mailbox")
    session = (await service.post("/signup", {"phone": PHONE, "password": PASSWORD})).json()
    assert session["access_token"] and session["user"]["phone_confirmed_at"]
    body = {"phone": PHONE, "password": PASSWORD}
    assert (await service.post("/token?grant_type=password", body)).status_code == 200


@pytest.mark.parametrize("text", [r"\ud83d", r"\udc00", r"\ud800\ud800", r"a\\\ud800b", r"\uD83D\u0041"])
async def test_lone_surrogate_is_stored_as_the_replacement_character(service: Service, text: str) -> None:
    headers = {**bearer(await service.member()), "content-type": "application/json"}
    content = '{"data": {"name": "' + text + '", "😀": "\\ud83d\\ude00"}}'
    response = await service.http.put("/user", content=content.encode(), headers=headers)
    assert response.status_code == 200, response.text
    expected = json.loads(f'"{text}"').encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    stored = response.json()["user_metadata"]
    assert stored["name"].replace("�", "") == expected.replace("�", "") and "�" in stored["name"]
    assert stored["😀"] == "😀"


async def test_invalid_utf_8_is_read_as_the_replacement_character(service: Service) -> None:
    headers = {**bearer(await service.member()), "content-type": "application/json"}
    response = await service.http.put("/user", content=b'{"data": {"name": "a\xed\xa0\x80\xffb"}}', headers=headers)
    assert response.json()["user_metadata"]["name"] == "a����b"
    broken = await service.http.put("/user", content=b'{"data": {"name": "a\xff}}', headers=headers)
    assert_error(broken, 400, "bad_json")


def unreachable(error: type[httpx.TransportError]) -> httpx.MockTransport:
    def respond(request: httpx.Request) -> httpx.Response:
        raise error("no route", request=request)

    return httpx.MockTransport(respond)


def failing(_request: httpx.Request) -> httpx.Response:
    return httpx.Response(503)


@pytest.mark.parametrize(
    ("transport", "status"),
    [
        (unreachable(httpx.ConnectError), 502),
        (unreachable(httpx.ConnectTimeout), 504),
        (unreachable(httpx.ReadTimeout), 504),
        (httpx.MockTransport(failing), 502),
    ],
)
async def test_unreachable_provider_is_a_gateway_error(
    make_service: Make, transport: httpx.MockTransport, status: int
) -> None:
    issuer = "https://campus.example"
    provider = Provider(label="Campus", client_ids=("hall",), secret="secret", issuer=issuer)
    service = make_service(transport=transport, providers={"campus": provider}, manual_linking=True)
    started = await service.http.get("/authorize?provider=campus")
    assert (started.status_code, started.json()["error_code"]) == (status, "unexpected_failure")
    path = "/user/identities/authorize?provider=campus&skip_http_redirect=true"
    linking = await service.http.get(path, headers=bearer(await service.member()))
    assert_error(linking, status, "unexpected_failure")
    token = "eyJhbGciOiJFUzI1NiIsImtpZCI6IngifQ.eyJpc3MiOiJodHRwczovL2NhbXB1cy5leGFtcGxlIiwic3ViIjoibWVpIn0.c2ln"
    grant = await service.post("/token?grant_type=id_token", {"id_token": token, "provider": "campus"})
    assert_error(grant, status, "unexpected_failure")


@pytest.mark.parametrize(
    ("duration", "seconds"),
    [("1h", 3600), ("1h30m", 5400), ("1.5h", 5400), ("+90m", 5400), ("2000000\u03bcs", 2), ("-1h", -3600), ("0", None)],
)
async def test_duration_of_a_ban_is_one_of_go(service: Service, duration: str, seconds: int | None) -> None:
    service.stop_clock()
    body = {"email": EMAIL, "ban_duration": duration}
    user = (await service.http.post("/admin/users", json=body, headers=service.admin)).json()
    end = datetime.fromisoformat(user["banned_until"]) - service.now() if "banned_until" in user else None
    assert end == (None if seconds is None else timedelta(seconds=seconds))


@pytest.mark.parametrize("duration", ["1", "h", "1h 30m", "1d", "--1h", "1e3s", "٣h", ""])
async def test_invalid_duration_of_a_ban(service: Service, duration: str) -> None:
    body = {"email": EMAIL, "ban_duration": duration or " "}
    response = await service.http.post("/admin/users", json=body, headers=service.admin)
    assert response.status_code == 400 and "invalid format for ban duration" in response.json()["msg"]


async def test_administration_that_confirms_an_email_says_so_in_the_metadata(service: Service) -> None:
    user = (await service.sign_up(EMAIL, data={"name": "Mei"})).json()
    body = {"email_confirm": True, "user_metadata": {"name": "Mei Tan"}}
    changed = await service.http.put(f"/admin/users/{user['id']}", json=body, headers=service.admin)
    metadata = changed.json()["user_metadata"]
    assert (metadata["name"], metadata["email_verified"]) == ("Mei Tan", True)


async def test_administration_names_a_taken_id(service: Service) -> None:
    user = (await service.member())["user"]
    body = {"email": "other@example.org", "id": user["id"]}
    response = await service.http.post("/admin/users", json=body, headers=service.admin)
    assert (response.status_code, response.json()["error_code"]) == (422, "conflict")


@pytest.mark.parametrize("version", ["2024-13-01", "2024-1-1", "20240101", "2024-W01-1", "٢٠٢٤-٠١-٠١", "x"])
async def test_impossible_version_is_the_first_one(service: Service, version: str) -> None:
    headers = {"X-Supabase-Api-Version": version.encode()}
    response = await service.http.get("/user", headers=headers)  # type: ignore[arg-type]  # httpx accepts bytes
    assert response.json()["error_code"] == "no_authorization"
    assert "x-supabase-api-version" not in response.headers
