"""Sign-in with a company's identity provider, and responses that must be rejected."""

import asyncio
import base64
import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from tests.backend.auth.saml.conftest import Campus
from tests.backend.auth.service import SITE, Service, bearer
from tests.support.oidc_provider import fragment_of, query_of

NOT_VALID = ("validation_failed", "SAML assertion is not valid")


def xml_of(form: dict[str, str]) -> str:
    return base64.b64decode(form["SAMLResponse"]).decode()


def with_xml(form: dict[str, str], xml: str) -> dict[str, str]:
    return {**form, "SAMLResponse": base64.b64encode(xml.encode()).decode()}


async def rejection(campus: Campus, form: dict[str, str]) -> tuple[str, str]:
    response = await campus.post(form)
    assert response.status_code == 303
    location = response.headers["location"]
    assert location.startswith(f"{SITE}?error=") and "#" not in location
    assert await campus.service.pool.fetchval("select count(*) from auth.sessions") == 0
    parameters = query_of(location)
    return parameters["error_code"], parameters["error_description"]


async def test_sign_in_creates_a_user_and_session(campus: Campus) -> None:
    target = f"{SITE}/en/welcome"
    end = await campus.post(await campus.respond(sso={"redirect_to": target}))
    assert end.status_code == 302, end.text
    assert end.headers["location"].startswith(f"{target}#access_token=")
    session = fragment_of(end.headers["location"])
    user = (await campus.service.http.get("/user", headers=bearer(session))).json()
    assert user["email"] == "mei@campus.example"
    assert user["app_metadata"] == {"provider": f"sso:{campus.id}", "providers": [f"sso:{campus.id}"]}
    assert user["user_metadata"]["full_name"] == "Name of mei"
    assert user["user_metadata"]["custom_claims"] == {"team": "all"}
    claims = await campus.service.pool.fetchrow("select not_after from auth.sessions")
    left = claims["not_after"] - datetime.now(UTC)
    assert timedelta(minutes=50) < left < timedelta(minutes=70)
    payload = session["access_token"].split(".")[1]
    [method] = json.loads(base64.urlsafe_b64decode(payload + "=="))["amr"]
    assert (method["method"], method["provider"]) == ("sso/saml", campus.id)
    for sign in ("message", "both"):
        assert "access_token" in (await campus.post(await campus.respond(sign=sign))).headers["location"]


async def test_pkce_flow_returns_a_code(campus: Campus) -> None:
    challenge = {"code_challenge": "v" * 43, "code_challenge_method": "plain", "redirect_to": f"{SITE}/en/a?b=c"}
    end = await campus.post(await campus.respond(sso=challenge))
    location = end.headers["location"]
    assert location.startswith(f"{SITE}/en/a?b=c&code=")
    body = {"auth_code": query_of(location)["code"], "code_verifier": "v" * 43}
    session = (await campus.service.post("/token?grant_type=pkce", body)).json()
    assert session["user"]["email"] == "mei@campus.example"
    assert await campus.service.pool.fetchval("select not_after is not null from auth.sessions")


async def test_sso_account_is_separate_from_others_with_the_same_email(campus: Campus) -> None:
    await campus.service.member("mei@campus.example")
    await campus.post(await campus.respond())
    rows = await campus.service.pool.fetch("select is_sso_user from auth.users order by 1")
    assert [row["is_sso_user"] for row in rows] == [False, True]


async def test_concurrent_first_sign_ins_create_one_account(campus: Campus) -> None:
    forms = [await campus.respond() for _ in range(10)]
    ends = await asyncio.gather(*(campus.post(form) for form in forms))
    assert all("access_token" in end.headers["location"] for end in ends)
    assert await campus.service.pool.fetchval("select count(*) from auth.users") == 1


async def test_response_cannot_be_replayed(campus: Campus) -> None:
    form = await campus.respond()
    assert (await campus.post(form)).status_code == 302
    again = await campus.post(form)
    assert query_of(again.headers["location"])["error_code"] == "saml_relay_state_not_found"
    # The same assertion again, with a second request that is given the id of the first.
    second = await campus.respond()
    await campus.service.pool.execute(
        "update auth.saml_relay_states set request_id = $1",
        re.search(r'InResponseTo="(\w+)"', xml_of(form))[1],  # type: ignore[index]
    )
    replayed = await campus.post({**form, "RelayState": second["RelayState"]})
    assert query_of(replayed.headers["location"])["error_description"] == NOT_VALID[1]
    assert await campus.service.pool.fetchval("select count(*) from auth.sessions") == 1


HOUR_AGO = (datetime.now(UTC) - timedelta(hours=1)).isoformat()
HOUR_AHEAD = (datetime.now(UTC) + timedelta(hours=1)).isoformat()


WRONG_CONDITIONS = [
    {"Audience": "https://another.example"},
    {"SubjectRecipient": "https://another.example/acs"},
    {"Destination": "https://another.example/acs"},
    {"InResponseTo": "_another"},
    {"ConditionsNotOnOrAfter": HOUR_AGO},
    {"ConditionsNotBefore": HOUR_AHEAD},
    {"SubjectConfirmationDataNotOnOrAfter": HOUR_AGO},
    {"StatusCode": "urn:oasis:names:tc:SAML:2.0:status:Responder"},
    {"ConditionsNotOnOrAfter": "tomorrow"},
    {"AssertionID": "_" * 300},
]


async def test_signed_response_with_wrong_conditions_is_rejected(campus: Campus) -> None:
    for changes in WRONG_CONDITIONS:
        assert await rejection(campus, await campus.respond(changes=changes)) == NOT_VALID, changes


TAMPERING = [
    (r"<ds:Signature.*</ds:Signature>", ""),
    (">mei<", ">root<"),
    (">mei<", "><!---->mei<"),
    ("mei@campus", "mei<!---->@campus"),
    (r"^", "<?xml version='1.0'?><?hidden x?>"),
    (r"^", "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]>"),
    (r"<saml:Issuer>.*?</saml:Issuer>", "<saml:Issuer>https://another.example</saml:Issuer>"),
    (r"saml:Audience>", "saml:Audienc>"),
    (r"$", "<"),
]


async def test_tampered_response_is_rejected(campus: Campus) -> None:
    for pattern, replacement in TAMPERING:
        form = await campus.respond()
        xml = re.sub(pattern, replacement, xml_of(form), count=1 if "Issuer" in pattern else 2, flags=re.DOTALL)
        assert xml != xml_of(form)
        code, _ = await rejection(campus, with_xml(form, xml))
        assert code in {"validation_failed", "saml_idp_not_found"}, replacement


def parts(form: dict[str, str]) -> tuple[str, str, str]:
    """Split a response into the part before the assertion, the assertion, and the part after it."""
    found = re.fullmatch(r"(.*?)(<saml:Assertion.*</saml:Assertion>)(.*)", xml_of(form), re.DOTALL)
    assert found is not None
    return found[1], found[2], found[3]


def unsigned(assertion: str, identifier: str | None) -> str:
    """Return the assertion about another user, without signature."""
    bare = re.sub(r"<ds:Signature.*</ds:Signature>", "", assertion, flags=re.DOTALL)
    bare = bare.replace(">mei<", ">root<").replace("mei@campus", "root@campus")
    return bare if identifier is None else re.sub(r' ID="[^"]*"', f' ID="{identifier}"', bare, count=1)


WRAPPINGS: dict[str, Callable[[str, str, str], str]] = {
    "forged assertion before": lambda a, b, c: a + unsigned(b, "_evil") + b + c,
    "forged assertion after": lambda a, b, c: a + b + unsigned(b, "_evil") + c,
    "forged assertion with the same ID": lambda a, b, c: a + unsigned(b, None) + b + c,
    "genuine assertion inside the forged one": lambda a, b, c: (
        a + unsigned(b, "_evil").replace("</saml:Assertion>", b + "</saml:Assertion>") + c
    ),
    "genuine assertion in Extensions": lambda a, b, c: (
        a + f"<samlp:Extensions>{b}</samlp:Extensions>" + unsigned(b, "_evil") + c
    ),
    "genuine assertion in the forged one's signature": lambda a, b, c: (
        a
        + unsigned(b, "_evil").replace(
            "<saml:Subject>",
            re.search(r"<ds:Signature.*</ds:Signature>", b, re.DOTALL)[0].replace(  # type: ignore[index]
                "</ds:Signature>", f"<ds:Object>{b}</ds:Object></ds:Signature>"
            )
            + "<saml:Subject>",
        )
        + c
    ),
    "signature over no element": lambda a, b, c: a + re.sub(r'URI="#[^"]*"', 'URI=""', b) + c,
    "response inside a forged one": lambda a, b, c: (
        a.replace("<samlp:Status>", f"<samlp:Extensions>{a}{b}{c}</samlp:Extensions><samlp:Status>")
        + unsigned(b, "_evil")
        + c
    ),
}


async def test_signature_wrapping(campus: Campus) -> None:
    for name, wrap in WRAPPINGS.items():
        form = await campus.respond()
        assert await rejection(campus, with_xml(form, wrap(*parts(form)))) == NOT_VALID, name


async def test_response_of_another_provider_is_rejected(campus: Campus) -> None:
    from tests.support.saml_provider import running_saml_provider

    with running_saml_provider() as other:
        redirect_url = await campus.start_sign_in()
        changes = {"Issuer": f"{campus.provider.url}/metadata"}
        form = other.respond(redirect_url, "mei", campus.metadata, changes=changes)
        assert await rejection(campus, form) == NOT_VALID
        unknown = other.respond(await campus.start_sign_in(), "mei", campus.metadata)
        assert await rejection(campus, unknown) == (
            "saml_idp_not_found",
            "A SAML connection has not been established with this Identity Provider",
        )


async def test_assertion_without_identifier_or_email_is_rejected(campus: Campus) -> None:
    transient = {"NameIDFormat": "urn:oasis:names:tc:SAML:2.0:nameid-format:transient"}
    assert (await rejection(campus, await campus.respond(changes=transient)))[0] == "saml_assertion_no_user_id"
    assert (await rejection(campus, await campus.respond(changes={"Mail": "nobody"})))[0] == "saml_assertion_no_email"


async def test_unsolicited_and_late_responses_are_rejected(campus: Campus) -> None:
    form = await campus.respond()
    for state in ("", "/en/welcome", str(uuid4())):
        assert await rejection(campus, {**form, "RelayState": state}) == (
            "saml_relay_state_not_found",
            "SAML RelayState does not exist, try logging in again?",
        )
    campus.service.wait(minutes=3)
    assert (await rejection(campus, form))[0] == "saml_relay_state_expired"
    fresh = await campus.respond()
    assert (await rejection(campus, {**fresh, "SAMLResponse": "!"}))[1] == "SAMLResponse is not a valid Base64 string"


async def test_clock_skew_up_to_a_minute_is_accepted(campus: Campus) -> None:
    campus.service.wait(seconds=-45)
    assert (await campus.post(await campus.respond())).status_code == 302
    campus.service.wait(seconds=-45)
    response = await campus.post(await campus.respond())
    assert query_of(response.headers["location"])["error_description"] == NOT_VALID[1]


INVALID_REQUESTS: list[tuple[dict[str, Any], int, str, str]] = [
    ({"domain": "a", "provider_id": "b"}, 400, "validation_failed", "Only one of provider_id or domain supported"),
    ({}, 400, "validation_failed", "A provider_id or domain needs to be provided"),
    ({"provider_id": str(uuid4())}, 404, "sso_provider_not_found", "No such SSO provider"),
    ({"domain": "nowhere.example"}, 404, "sso_provider_not_found", "No SSO provider assigned for this domain"),
    ({"domain": "campus.example", "code_challenge": "a"}, 400, "validation_failed",
     "PKCE flow requires code_challenge_method and code_challenge"),
    ({"provider_id": "x"}, 400, "bad_json", 
 "Could not parse request body as JSON: badly formed hexadecimal UUID string"),
]  # fmt: skip


async def test_invalid_sso_requests_are_rejected(campus: Campus) -> None:
    for body, status, code, message in INVALID_REQUESTS:
        response = await campus.service.post("/sso", body)
        assert (response.status_code, response.json()) == (status, {"code": code, "message": message})


async def test_sso_redirects_the_browser(campus: Campus) -> None:
    response = await campus.service.post("/sso", {"provider_id": campus.id})
    assert (response.status_code, response.headers["location"].split("?")[0]) == (303, f"{campus.provider.url}/sso")


async def test_saml_endpoints_respond_404_when_disabled(make_service: Callable[..., Service]) -> None:
    service = make_service()
    for method, path in (("POST", "/sso"), ("GET", "/sso/saml/metadata"), ("POST", "/sso/saml/acs")):
        response = await service.http.request(method, path, json={})
        assert (response.status_code, response.json()["msg"]) == (404, "SAML 2.0 is disabled")
