"""Second factors over HTTP: what elevates a session, what does not, and each error in the protocol's words."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import httpx
import pyotp
import pytest

from balai.security.tokens import verify as read_token
from tests.backend.auth.security_key import SecurityKey
from tests.backend.auth.service import SECRET, SITE, Service, bearer

ALL = frozenset({"totp", "phone", "webauthn"})
MakeService = Callable[..., Service]


@pytest.fixture
def service(make_service: MakeService) -> Service:
    return make_service(factor_types=ALL, sms_provider="mailbox")


async def enroll(service: Service, session: dict[str, Any], **body: Any) -> httpx.Response:
    return await service.post("/factors", {"factor_type": "totp", **body}, **bearer(session))


async def challenge(service: Service, session: dict[str, Any], factor_id: str) -> str:
    response = await service.post(f"/factors/{factor_id}/challenge", **bearer(session))
    assert response.status_code == 200, response.text
    return str(response.json()["id"])


async def answer_challenge(
    service: Service, session: dict[str, Any], factor_id: str, code: str, challenge_id: str = ""
) -> httpx.Response:
    asked = challenge_id or await challenge(service, session, factor_id)
    return await service.post(f"/factors/{factor_id}/verify", {"challenge_id": asked, "code": code}, **bearer(session))


def code_of(service: Service, secret: str) -> str:
    return pyotp.TOTP(secret).at(service.now())


async def with_factor(service: Service, email: str = "mei@example.org") -> tuple[dict[str, Any], str, str]:
    """Returns an aal2 session, its factor and the factor's secret."""
    session = await service.member(email)
    made = (await enroll(service, session)).json()
    response = await answer_challenge(service, session, made["id"], code_of(service, made["totp"]["secret"]))
    assert response.status_code == 200, response.text
    service.wait(seconds=30)
    return response.json(), made["id"], made["totp"]["secret"]


def assert_error(response: httpx.Response, status: int, code: str, message: str = "") -> None:
    body = response.json()
    assert (response.status_code, body["code"]) == (status, code)
    assert not message or body["message"] == message


async def test_totp_code_elevates_the_session(service: Service) -> None:
    session = await service.member()
    other = await service.member()
    made = await enroll(service, session, friendly_name="my phone", issuer="Our Hall")
    body = made.json()
    assert made.status_code == 200 and body["type"] == "totp" and body["friendly_name"] == "my phone"
    assert len(body["totp"]["secret"]) == 32
    assert body["totp"]["uri"] == (
        f"otpauth://totp/Our%20Hall:mei@example.org?secret={body['totp']['secret']}"
        "&issuer=Our%20Hall&algorithm=SHA1&digits=6&period=30"
    )
    assert body["totp"]["qr_code"].startswith("<svg") and "#" not in body["totp"]["qr_code"]
    raised = (await answer_challenge(service, session, body["id"], code_of(service, body["totp"]["secret"]))).json()
    before, after = (read_token(one["access_token"], SECRET) for one in (session, raised))
    assert (before["aal"], after["aal"]) == ("aal1", "aal2")
    assert after["session_id"] == before["session_id"]
    assert [one["method"] for one in after["amr"]] == ["totp", "password"]
    (factor,) = raised["user"]["factors"]
    assert factor["status"] == "verified" and factor["last_challenged_at"] and factor["phone"] == ""
    # Sessions at aal1 have ended, a new sign-in is aal1 again, and a refresh keeps the level.
    assert (await service.http.get("/user", headers=bearer(other))).status_code == 403
    assert read_token((await service.member())["access_token"], SECRET)["aal"] == "aal1"
    fresh = (await service.refresh(raised["refresh_token"])).json()
    assert read_token(fresh["access_token"], SECRET)["aal"] == "aal2"


async def test_code_can_be_used_once_even_concurrently(service: Service) -> None:
    session, factor, secret = await with_factor(service)
    code = code_of(service, secret)
    asked = [await challenge(service, session, factor) for _ in range(3)]
    responses = await asyncio.gather(*(answer_challenge(service, session, factor, code, one) for one in asked))
    assert sorted(response.status_code for response in responses) == [200, 422, 422]
    assert_error(
        await answer_challenge(service, session, factor, code),
        422,
        "mfa_verification_failed",
        "Invalid TOTP code entered",
    )


@pytest.mark.parametrize(("seconds", "status"), [(-60, 422), (-30, 200), (30, 200), (60, 422)])
async def test_clock_skew_of_one_step_is_tolerated(service: Service, seconds: int, status: int) -> None:
    session = await service.member()
    made = (await enroll(service, session)).json()
    code = pyotp.TOTP(made["totp"]["secret"]).at(service.now() + timedelta(seconds=seconds))
    assert (await answer_challenge(service, session, made["id"], code)).status_code == status


async def test_challenge_is_single_use_bound_to_its_client_and_expires(
    service: Service, make_service: MakeService
) -> None:
    session, factor, secret = await with_factor(service)
    asked = await challenge(service, session, factor)
    assert_error(await answer_challenge(service, session, factor, "000000", asked), 422, "mfa_verification_failed")
    assert (await answer_challenge(service, session, factor, code_of(service, secret), asked)).status_code == 200
    mismatch = "Challenge and verify IP addresses mismatch."
    again = await answer_challenge(service, session, factor, code_of(service, secret), asked)
    assert_error(again, 422, "mfa_ip_address_mismatch", mismatch)
    asked = await challenge(service, session, factor)
    elsewhere = make_service(factor_types=ALL, peer="198.51.100.7")
    assert_error(
        await answer_challenge(elsewhere, session, factor, "000000", asked), 422, "mfa_ip_address_mismatch", mismatch
    )
    service.wait(seconds=301)
    for expected in ("mfa_challenge_expired", "mfa_factor_not_found"):
        assert_error(await answer_challenge(service, session, factor, code_of(service, secret), asked), 422, expected)
    unknown = "MFA factor with the provided challenge ID not found"
    for bad in (str(uuid4()), "no-uuid"):
        assert_error(
            await answer_challenge(service, session, factor, "000000", bad), 422, "mfa_factor_not_found", unknown
        )


async def test_guesses_from_many_addresses_are_limited(make_service: MakeService) -> None:
    service = make_service()
    session, factor, _ = await with_factor(service)
    asked = await challenge(service, session, factor)
    responses = [await answer_challenge(service, session, factor, f"{guess:06}", asked) for guess in range(21)]
    assert responses[-1].status_code == 429


async def test_rejected_enrollments(service: Service) -> None:
    session = await service.member()
    text = "factor_type needs to be totp, phone, or webauthn"
    assert_error(await enroll(service, session, factor_type="smell"), 400, "validation_failed", text)
    text = "Phone number required to enroll Phone factor"
    assert_error(await enroll(service, session, factor_type="phone"), 400, "validation_failed", text)
    assert (await enroll(service, session)).status_code == 200
    text = 'A factor with the friendly name "" for this user already exists'
    assert_error(await enroll(service, session), 422, "mfa_factor_name_conflict", text)
    for number in range(9):
        assert (await enroll(service, session, friendly_name=str(number))).status_code == 200
    text = "Maximum number of verified factors reached, unenroll to continue"
    assert_error(await enroll(service, session, friendly_name="x"), 422, "too_many_enrolled_mfa_factors", text)
    # Factors that were never challenged are deleted after five minutes.
    service.wait(seconds=301)
    assert (await enroll(service, session, friendly_name="x")).status_code == 200


async def test_concurrent_enrollments_count_each_other(make_service: MakeService) -> None:
    service = make_service(max_factors=1)
    session = await service.member()
    responses = await asyncio.gather(*(enroll(service, session, friendly_name=str(number)) for number in range(4)))
    assert sorted(response.status_code for response in responses) == [200, 422, 422, 422]


async def test_aal1_cannot_change_factors_once_one_is_verified(service: Service) -> None:
    _, factor, secret = await with_factor(service)
    weak = await service.member()
    text = "AAL2 required to enroll a new factor"
    assert_error(await enroll(service, weak, friendly_name="x"), 403, "insufficient_aal", text)
    gone = await service.http.delete(f"/factors/{factor}", headers=bearer(weak))
    assert_error(gone, 422, "insufficient_aal", "AAL2 required to unenroll verified factor")
    strong = (await answer_challenge(service, weak, factor, code_of(service, secret))).json()
    codes = await service.post("/recovery-codes", **bearer(strong))
    assert codes.status_code == 200
    gone = await service.http.delete(f"/factors/{factor}", headers=bearer(strong))
    assert gone.json() == {"id": factor}
    lowered = (await service.refresh(strong["refresh_token"])).json()
    claims = read_token(lowered["access_token"], SECRET)
    assert claims["aal"] == "aal1" and [one["method"] for one in claims["amr"]] == ["password"]
    assert "factors" not in lowered["user"]
    assert (await service.http.get("/recovery-codes", headers=bearer(lowered))).json() == {"left": 0}


async def test_earlier_enrollment_cannot_be_verified_at_aal1(service: Service) -> None:
    """Otherwise an attacker with the password could get past a later factor by an enrollment of another type."""
    thief = await service.member()
    made = (await enroll(service, thief, factor_type="phone", phone="60123456789", friendly_name="x")).json()
    session, _, _ = await with_factor(service)
    thief = await service.member()
    asked = await challenge(service, thief, made["id"])
    code = (await service.sms_to("60123456789")).code
    text = "AAL2 required to enroll a new factor"
    assert_error(await answer_challenge(service, thief, made["id"], code, asked), 403, "insufficient_aal", text)
    assert (await answer_challenge(service, session, made["id"], code, asked)).status_code == 200


async def test_factors_of_other_users_are_not_found(service: Service) -> None:
    _, factor, secret = await with_factor(service)
    other_session = await service.member("tan@example.org")
    paths = {"challenge": {}, "verify": {"challenge_id": str(uuid4()), "code": code_of(service, secret)}}
    for path, body in paths.items():
        response = await service.post(f"/factors/{factor}/{path}", body, **bearer(other_session))
        assert_error(response, 404, "mfa_factor_not_found", "Factor not found")
    gone = await service.http.delete(f"/factors/{factor}", headers=bearer(other_session))
    assert_error(gone, 404, "mfa_factor_not_found", "Factor not found")
    bad = await service.post("/factors/x/challenge", **bearer(other_session))
    assert_error(bad, 404, "validation_failed", "factor_id must be an UUID")


async def test_disabled_types(make_service: MakeService) -> None:
    service = make_service(factor_types=frozenset(), verified_factor_types=frozenset())
    session = await service.member()
    for kind, name in (("totp", "TOTP"), ("phone", "Phone"), ("webauthn", "WebAuthn")):
        response = await enroll(service, session, factor_type=kind, phone="60123456789")
        assert_error(response, 422, f"mfa_{kind}_enroll_not_enabled", f"MFA enroll is disabled for {name}")
    on = make_service()
    factor = (await enroll(on, session)).json()["id"]
    response = await service.post(f"/factors/{factor}/challenge", **bearer(session))
    assert_error(response, 422, "mfa_totp_verify_not_enabled", "MFA verification is disabled for TOTP")


async def test_phone_factor(service: Service) -> None:
    session = await service.member()
    made = (await enroll(service, session, factor_type="phone", phone="+60 12345678")).json()
    assert made["phone"] == "+60 12345678" and made["type"] == "phone"
    asked = await challenge(service, session, made["id"])
    soon = await service.post(f"/factors/{made['id']}/challenge", **bearer(session))
    assert_error(soon, 429, "over_sms_send_rate_limit")
    code = (await service.email_to("6012345678")).code
    wrong = f"{(int(code) + 1) % 1_000_000:06}"
    text = "Invalid MFA Phone code entered"
    assert_error(
        await answer_challenge(service, session, made["id"], wrong, asked), 422, "mfa_verification_failed", text
    )
    raised = (await answer_challenge(service, session, made["id"], code, asked)).json()
    assert read_token(raised["access_token"], SECRET)["amr"][0]["method"] == "mfa/phone"
    text = "A verified phone factor already exists, unenroll the existing factor to continue"
    again = await enroll(service, raised, factor_type="phone", phone="6012345678", friendly_name="x")
    assert_error(again, 422, "mfa_verified_factor_exists", text)
    service.wait(seconds=61)
    weak = await service.member()
    later = await challenge(service, weak, made["id"])
    # A code is valid for its own challenge only.
    assert_error(await answer_challenge(service, weak, made["id"], code, later), 422, "mfa_verification_failed")


async def challenge_key(service: Service, session: dict[str, Any], factor: str) -> tuple[str, str, dict[str, Any]]:
    body = (await service.post(f"/factors/{factor}/challenge", **bearer(session))).json()
    return body["id"], body["webauthn"]["type"], body["webauthn"]["credential_options"]["publicKey"]


async def answer_with_key(
    service: Service, session: dict[str, Any], factor: str, asked: str, kind: str, response: dict[str, Any]
) -> httpx.Response:
    body = {"challenge_id": asked, "webauthn": {"type": kind, "credential_response": response}}
    return await service.post(f"/factors/{factor}/verify", body, **bearer(session))


async def test_security_key_is_bound_to_this_site(service: Service) -> None:
    session = await service.member()
    factor = (await enroll(service, session, factor_type="webauthn")).json()["id"]
    key = SecurityKey(SITE, "site.example")
    asked, kind, options = await challenge_key(service, session, factor)
    assert kind == "create" and options["rp"]["id"] == "site.example"
    phished = SecurityKey("http://site.example.evil", "site.example").create(options)
    wrong = await answer_with_key(service, session, factor, asked, kind, phished)
    assert_error(wrong, 400, "validation_failed", "Invalid credential_response")
    raised = (await answer_with_key(service, session, factor, asked, kind, key.create(options))).json()
    assert read_token(raised["access_token"], SECRET)["amr"][0]["method"] == "mfa/webauthn"
    weak = await service.member()
    asked, kind, options = await challenge_key(service, weak, factor)
    assert kind == "request"
    other_site = SecurityKey(SITE, "site.example").get(options)
    assert_error(await answer_with_key(service, weak, factor, asked, kind, other_site), 400, "validation_failed")
    forged = SecurityKey(SITE, "site.example", id=key.id).get(options)
    assert_error(await answer_with_key(service, weak, factor, asked, kind, forged), 400, "validation_failed")
    other = key.create(options)
    assert_error(await answer_with_key(service, weak, factor, asked, "create", other), 400, "validation_failed")
    response = key.get(options)
    assert (await answer_with_key(service, weak, factor, asked, kind, response)).status_code == 200
    # The same signature for another challenge, and a copied key with an older counter.
    asked, kind, options = await challenge_key(service, weak, factor)
    assert_error(await answer_with_key(service, weak, factor, asked, kind, response), 400, "validation_failed")
    key.count = 0
    assert_error(await answer_with_key(service, weak, factor, asked, kind, key.get(options)), 400, "validation_failed")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({}, "WebAuthn config required"),
        ({"webauthn": {}}, "WebAuthn type must be create or request"),
        ({"webauthn": {"type": "create"}}, "credential_response required"),
        ({"webauthn": {"type": "create", "credential_response": {"rawId": 7}}}, "Invalid credential_response"),
    ],
)
async def test_malformed_webauthn_responses(service: Service, body: dict[str, Any], message: str) -> None:
    session = await service.member()
    factor = (await enroll(service, session, factor_type="webauthn")).json()["id"]
    asked, _, _ = await challenge_key(service, session, factor)
    response = await service.post(f"/factors/{factor}/verify", {"challenge_id": asked, **body}, **bearer(session))
    assert_error(response, 400, "validation_failed", message)


async def test_recovery_codes_are_returned_once_and_single_use(service: Service) -> None:
    strong, factor, secret = await with_factor(service)
    codes = (await service.post("/recovery-codes", **bearer(strong))).json()["codes"]
    assert len(set(codes)) == 10
    stored = await service.pool.fetch("select code_hash from auth.recovery_codes")
    assert not [row for row in stored if codes[0].replace("-", "").encode() in row["code_hash"]]
    weak = await service.member()
    assert_error(await service.post("/recovery-codes", **bearer(weak)), 403, "insufficient_aal")
    as_copied = codes[0].upper().replace("-", " ")
    used = await service.post("/recovery-codes/verify", {"code": as_copied}, **bearer(weak))
    claims = read_token(used.json()["access_token"], SECRET)
    assert claims["aal"] == "aal2" and claims["amr"][0]["method"] == "recovery_code"
    again = await service.post("/recovery-codes/verify", {"code": codes[0]}, **bearer(used.json()))
    assert_error(again, 422, "mfa_verification_failed", "Invalid recovery code entered")
    assert (await service.http.get("/recovery-codes", headers=bearer(used.json()))).json() == {"left": 9}
    # Neither a recovery code nor a factor verified a while ago allows creating codes.
    assert_error(await service.post("/recovery-codes", **bearer(used.json())), 403, "insufficient_aal")
    service.wait(minutes=11)
    assert_error(await service.post("/recovery-codes", **bearer(strong)), 403, "insufficient_aal")
    fresh = (await answer_challenge(service, strong, factor, code_of(service, secret))).json()
    replaced = (await service.post("/recovery-codes", **bearer(fresh))).json()["codes"]
    assert not set(codes) & set(replaced)
    old = await service.post("/recovery-codes/verify", {"code": codes[1]}, **bearer(fresh))
    assert_error(old, 422, "mfa_verification_failed")
    other_session = await service.member("tan@example.org")
    foreign = await service.post("/recovery-codes/verify", {"code": replaced[0]}, **bearer(other_session))
    assert_error(foreign, 422, "mfa_verification_failed")


async def test_concurrent_uses_of_a_recovery_code(service: Service) -> None:
    strong, _, _ = await with_factor(service)
    code = (await service.post("/recovery-codes", **bearer(strong))).json()["codes"][0]
    responses = await asyncio.gather(
        *(service.post("/recovery-codes/verify", {"code": code}, **bearer(strong)) for _ in range(3))
    )
    assert sorted(response.status_code for response in responses) == [200, 422, 422]


async def test_second_factor_does_not_revive_a_revoked_session(service: Service) -> None:
    session, factor, secret = await with_factor(service)
    first = session["refresh_token"]
    await service.refresh((await service.refresh(first)).json()["refresh_token"])
    service.wait(seconds=30)
    assert (await service.refresh(first)).json()["code"] == "refresh_token_already_used"
    assert_error(await answer_challenge(service, session, factor, code_of(service, secret)), 403, "session_not_found")
