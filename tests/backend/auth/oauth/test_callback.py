"""Signing in at a real OpenID provider: the way there, the way back, and whoever meddles on the way."""

import asyncio
from collections.abc import Callable
from urllib.parse import urlencode
from uuid import uuid4

import httpx

from tests.backend.auth.oauth.flows import CALLBACK, CHALLENGE, VERIFIER, come_back, count, leave, travel
from tests.backend.auth.service import SITE, Service, bearer
from tests.support.oidc_provider import IdentityProvider, fragment_of, query_of


async def redeem(hall: Service, address: str, verifier: str = VERIFIER) -> httpx.Response:
    return await hall.post(
        "/token?grant_type=pkce", {"auth_code": query_of(address)["code"], "code_verifier": verifier}
    )


async def test_a_session_in_the_fragment(hall: Service, campus: IdentityProvider) -> None:
    end = await travel(hall, campus, "mei", redirect_to=f"{SITE}/en/welcome?a=b")
    facts = fragment_of(end)
    assert end.startswith(f"{SITE}/en/welcome?a=b#access_token=")
    assert set(facts) == {
        "access_token", "expires_at", "expires_in", "provider_token", "refresh_token", "sb", "token_type",
    }  # fmt: skip
    user = (await hall.http.get("/user", headers=bearer(facts))).json()
    assert user["email"] == "mei@example.org"
    assert user["email_confirmed_at"]
    assert user["app_metadata"] == {"provider": "campus", "providers": ["campus"]}
    [identity] = user["identities"]
    assert (identity["id"], identity["provider"], identity["email"]) == ("mei", "campus", "mei@example.org")
    assert (
        identity["identity_data"]
        == user["user_metadata"]
        == {
            "email": "mei@example.org",
            "email_verified": True,
            "full_name": "Name of mei",
            "iss": campus.issuer,
            "name": "Name of mei",
            "phone_verified": False,
            "provider_id": "mei",
            "sub": "mei",
        }
    )


async def test_a_code_for_who_began(hall: Service, campus: IdentityProvider) -> None:
    asked = {
        "code_challenge": CHALLENGE,
        "code_challenge_method": "s256",
        "scopes": "offline_access",
        "prompt": "consent",
    }
    end = await travel(hall, campus, "mei", **asked)
    assert list(query_of(end)) == ["code"] and "#" not in end
    assert await count(hall, "sessions") == 0
    stolen = await redeem(hall, end, "w" * 64)
    assert (stolen.status_code, stolen.json()["code"]) == (400, "bad_code_verifier")
    session = (await redeem(hall, end)).json()
    assert session["user"]["email"] == "mei@example.org"
    assert session["provider_token"] and session["provider_refresh_token"]
    again = await redeem(hall, end)
    assert (again.status_code, again.json()["code"]) == (404, "flow_state_not_found")


async def test_the_code_of_a_trip_without_challenge_is_worth_nothing(hall: Service, campus: IdentityProvider) -> None:
    await travel(hall, campus, "mei")
    code = await hall.pool.fetchval("select auth_code from auth.flow_state")
    answer = await redeem(hall, f"{SITE}?code={code}")
    assert answer.status_code == 404


async def test_the_second_time_it_is_the_same_person(hall: Service, campus: IdentityProvider) -> None:
    first = fragment_of(await travel(hall, campus, "mei"))
    second = fragment_of(await travel(hall, campus, "mei"))
    users = [(await hall.http.get("/user", headers=bearer(facts))).json()["id"] for facts in (first, second)]
    assert users[0] == users[1]


async def test_the_same_person_by_two_doors_at_once(hall: Service, campus: IdentityProvider) -> None:
    addresses = [campus.visit(await leave(hall, "mei"), until=CALLBACK) for _ in range(4)]
    ends = await asyncio.gather(*(come_back(hall, address) for address in addresses))
    assert all("access_token" in fragment_of(end.headers["location"]) for end in ends)
    assert (await count(hall, "users"), await count(hall, "identities")) == (1, 1)


def changed(address: str, **changes: str) -> str:
    return f"{address.split('?')[0]}?{urlencode({**query_of(address), **changes})}"


MEDDLING: list[tuple[dict[str, str], dict[str, str], str]] = [
    ({"nonce": "of somebody else"}, {}, "Error getting user profile from external provider"),
    ({"code_challenge": "x" * 43}, {}, "Unable to exchange external code: "),
    ({}, {"code": "made up"}, "Unable to exchange external code: made up"),
    ({}, {"code": ""}, "OAuth callback with missing authorization code missing"),
    ({}, {"iss": "https://evil.example"}, "OAuth callback of another issuer"),
]


async def test_meddling_leads_to_no_session(hall: Service, campus: IdentityProvider) -> None:
    for there, back, message in MEDDLING:
        address = campus.visit(changed(await leave(hall, "mei"), **there), until=CALLBACK)
        end = (await come_back(hall, changed(address, **back))).headers["location"]
        facts = query_of(end)
        assert facts["error_description"].startswith(message)
        assert facts["error_code"] in {"unexpected_failure", "bad_oauth_callback"}
        assert fragment_of(end) == {**facts, "sb": ""}
    assert await count(hall, "users") == 0


async def test_a_code_of_the_provider_does_not_fit_another_trip(hall: Service, campus: IdentityProvider) -> None:
    hers = query_of(campus.visit(await leave(hall, "mei"), until=CALLBACK))
    mine = query_of(campus.visit(await leave(hall, "ah-kow"), until=CALLBACK))
    end = await hall.http.get("/callback", params={**mine, "code": hers["code"]})
    assert query_of(end.headers["location"])["error"] == "server_error"


async def test_refused_consent_is_passed_on(hall: Service, campus: IdentityProvider) -> None:
    end = await travel(hall, campus, "refuses", redirect_to=f"{SITE}/en/signin")
    facts = {"error": "access_denied", "error_description": "She would rather not"}
    assert query_of(end) == facts
    assert fragment_of(end) == {**facts, "sb": ""}


async def test_a_state_is_good_once_and_not_for_long(hall: Service, campus: IdentityProvider) -> None:
    address = campus.visit(await leave(hall, "mei"), until=CALLBACK)
    await come_back(hall, address)
    assert await refused(hall, query_of(address)) == ("flow_state_already_used", "State has already been used")
    late = query_of(await leave(hall, "mei"))["state"]
    hall.wait(minutes=6)
    assert await refused(hall, {"state": late, "code": "c"}) == ("bad_oauth_state", "OAuth state has expired")
    missing = await refused(hall, {"code": "c"})
    assert missing == ("bad_oauth_callback", "OAuth state parameter missing")
    assert await refused(hall, {"state": "x"}) == ("bad_oauth_state", "OAuth state parameter is invalid")
    flood = await hall.http.post("/callback", content="&".join(f"a{n}=b" for n in range(99)))
    assert "too+many+fields" in flood.headers["location"]
    unknown = await refused(hall, {"state": str(uuid4())})
    assert unknown == ("bad_oauth_state", "OAuth state not found or expired")


async def refused(hall: Service, query: dict[str, str]) -> tuple[str, str]:
    answer = await hall.http.get("/callback", params=query)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith(f"{SITE}?error=invalid_request&")
    facts = query_of(answer.headers["location"])
    return facts["error_code"], facts["error_description"]


async def test_a_provider_that_was_taken_away_meanwhile(
    hall: Service, campus: IdentityProvider, make_service: Callable[..., Service]
) -> None:
    address = campus.visit(await leave(hall, "mei"), until=CALLBACK)
    other = make_service()
    other.http.cookies.update(hall.http.cookies)
    end = (await come_back(other, address)).headers["location"]
    assert query_of(end)["error_code"] == "oauth_provider_not_supported"


async def test_keys_that_change(hall: Service, campus: IdentityProvider) -> None:
    await travel(hall, campus, "mei")
    campus.rotate()
    assert "access_token" not in fragment_of(await travel(hall, campus, "mei"))  # asked for again once in 30 s
    hall.wait(seconds=31)
    assert "access_token" in fragment_of(await travel(hall, campus, "mei"))


REFUSALS: list[tuple[dict[str, str], str]] = [
    ({"provider": "nobody"}, "Unsupported provider: Provider nobody could not be found"),
    ({"provider": "google"}, "Unsupported provider: provider is not enabled"),
    ({"code_challenge": CHALLENGE}, "PKCE flow requires code_challenge_method and code_challenge"),
    ({"code_challenge": CHALLENGE, "code_challenge_method": "md5"}, "Invalid code_challenge_method"),
    (
        {"code_challenge": "short", "code_challenge_method": "s256"},
        "code challenge has to be between 43 and 128 characters",
    ),
]


async def test_refusals_at_the_start(hall: Service) -> None:
    for query, message in REFUSALS:
        answer = await hall.http.get("/authorize", params={"provider": "campus", **query})
        assert (answer.status_code, answer.json()["msg"]) == (400, message)
        assert answer.json()["error_code"] == "validation_failed"


async def test_what_a_link_may_and_may_not_decide(hall: Service) -> None:
    meddling = {
        "client_id": "evil", "redirect_uri": "https://evil.example", "response_type": "token", "state": "mine",
        "request_uri": "https://evil.example/request", "code_verifier": "v",
    }  # fmt: skip
    address = await leave(hall, "mei", **meddling, access_type="offline", scopes="calendar, openid")
    facts = query_of(address)
    assert (facts["client_id"], facts["redirect_uri"], facts["response_type"]) == ("hall", CALLBACK, "code")
    assert facts["scope"] == "openid email profile calendar"
    assert facts["access_type"] == "offline"
    assert facts["state"] != "mine"
    assert not {"request_uri", "code_verifier", "redirect_to"} & set(facts)


async def test_the_way_back_is_to_the_site_when_another_is_not_allowed(hall: Service, campus: IdentityProvider) -> None:
    assert (await travel(hall, campus, "mei", redirect_to="https://evil.example/x")).startswith(f"{SITE}#")


async def test_a_trip_ends_in_the_browser_that_began_it(hall: Service, campus: IdentityProvider) -> None:
    ends = []
    for query in ({}, {"code_challenge": CHALLENGE, "code_challenge_method": "s256"}):
        address = campus.visit(await leave(hall, "mei", **query), until=CALLBACK)
        # Somebody else is lured there.
        hall.http.cookies.clear()
        ends.append(str((await come_back(hall, address)).headers["location"]))
    assert "error_code=bad_oauth_state" in ends[0]
    assert "access_token" not in ends[0]
    # A client that proves by its verifier that it began needs no cookie.
    assert "code=" in ends[1]
