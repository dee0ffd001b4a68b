"""Sign-in with a real OpenID provider: redirect, callback, and tampered flows."""

import asyncio
from collections.abc import Callable
from urllib.parse import urlencode
from uuid import uuid4

import httpx

from tests.backend.auth.oauth.flows import (
    CALLBACK,
    CHALLENGE,
    VERIFIER,
    complete_flow,
    count_rows,
    request_callback,
    start_flow,
)
from tests.backend.auth.service import SITE, Service, bearer
from tests.support.oidc_provider import IdentityProvider, fragment_of, query_of


async def redeem(service: Service, address: str, verifier: str = VERIFIER) -> httpx.Response:
    return await service.post(
        "/token?grant_type=pkce", {"auth_code": query_of(address)["code"], "code_verifier": verifier}
    )


async def test_callback_returns_a_session_in_the_fragment(service: Service, campus: IdentityProvider) -> None:
    end = await complete_flow(service, campus, "mei", redirect_to=f"{SITE}/en/welcome?a=b")
    parameters = fragment_of(end)
    assert end.startswith(f"{SITE}/en/welcome?a=b#access_token=")
    assert set(parameters) == {
        "access_token", "expires_at", "expires_in", "provider_token", "refresh_token", "sb", "token_type",
    }  # fmt: skip
    user = (await service.http.get("/user", headers=bearer(parameters))).json()
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


async def test_pkce_flow_returns_a_code(service: Service, campus: IdentityProvider) -> None:
    query = {
        "code_challenge": CHALLENGE,
        "code_challenge_method": "s256",
        "scopes": "offline_access",
        "prompt": "consent",
    }
    end = await complete_flow(service, campus, "mei", **query)
    assert list(query_of(end)) == ["code"] and "#" not in end
    assert await count_rows(service, "sessions") == 0
    stolen = await redeem(service, end, "w" * 64)
    assert (stolen.status_code, stolen.json()["code"]) == (400, "bad_code_verifier")
    session = (await redeem(service, end)).json()
    assert session["user"]["email"] == "mei@example.org"
    assert session["provider_token"] and session["provider_refresh_token"]
    again = await redeem(service, end)
    assert (again.status_code, again.json()["code"]) == (404, "flow_state_not_found")


async def test_code_of_a_flow_without_challenge_is_rejected(service: Service, campus: IdentityProvider) -> None:
    await complete_flow(service, campus, "mei")
    code = await service.pool.fetchval("select auth_code from auth.flow_state")
    response = await redeem(service, f"{SITE}?code={code}")
    assert response.status_code == 404


async def test_second_sign_in_finds_the_same_user(service: Service, campus: IdentityProvider) -> None:
    first = fragment_of(await complete_flow(service, campus, "mei"))
    second = fragment_of(await complete_flow(service, campus, "mei"))
    users = [(await service.http.get("/user", headers=bearer(session))).json() for session in (first, second)]
    assert users[0]["id"] == users[1]["id"]


async def test_concurrent_first_sign_ins_create_one_user(service: Service, campus: IdentityProvider) -> None:
    addresses = [campus.visit(await start_flow(service, "mei"), until=CALLBACK) for _ in range(4)]
    ends = await asyncio.gather(*(request_callback(service, address) for address in addresses))
    assert all("access_token" in fragment_of(end.headers["location"]) for end in ends)
    assert (await count_rows(service, "users"), await count_rows(service, "identities")) == (1, 1)


def with_query(address: str, **changes: str) -> str:
    return f"{address.split('?')[0]}?{urlencode({**query_of(address), **changes})}"


TAMPERING: list[tuple[dict[str, str], dict[str, str], str]] = [
    ({"nonce": "another nonce"}, {}, "Error getting user profile from external provider"),
    ({"code_challenge": "x" * 43}, {}, "Unable to exchange external code: "),
    ({}, {"code": "made up"}, "Unable to exchange external code: made up"),
    ({}, {"code": ""}, "OAuth callback with missing authorization code missing"),
    ({}, {"iss": "https://evil.example"}, "OAuth callback of another issuer"),
]


async def test_tampered_flows_are_rejected(service: Service, campus: IdentityProvider) -> None:
    for start_changes, callback_changes, message in TAMPERING:
        address = campus.visit(with_query(await start_flow(service, "mei"), **start_changes), until=CALLBACK)
        end = (await request_callback(service, with_query(address, **callback_changes))).headers["location"]
        parameters = query_of(end)
        assert parameters["error_description"].startswith(message)
        assert parameters["error_code"] in {"unexpected_failure", "bad_oauth_callback"}
        assert fragment_of(end) == {**parameters, "sb": ""}
    assert await count_rows(service, "users") == 0


async def test_provider_code_of_another_flow_is_rejected(service: Service, campus: IdentityProvider) -> None:
    victim = query_of(campus.visit(await start_flow(service, "mei"), until=CALLBACK))
    attacker = query_of(campus.visit(await start_flow(service, "ah-kow"), until=CALLBACK))
    end = await service.http.get("/callback", params={**attacker, "code": victim["code"]})
    assert query_of(end.headers["location"])["error"] == "server_error"


async def test_denied_consent_is_passed_on(service: Service, campus: IdentityProvider) -> None:
    end = await complete_flow(service, campus, "refuses", redirect_to=f"{SITE}/en/signin")
    parameters = {"error": "access_denied", "error_description": "She would rather not"}
    assert query_of(end) == parameters
    assert fragment_of(end) == {**parameters, "sb": ""}


async def test_state_is_single_use_and_expires(service: Service, campus: IdentityProvider) -> None:
    address = campus.visit(await start_flow(service, "mei"), until=CALLBACK)
    await request_callback(service, address)
    repeated = await callback_error(service, query_of(address))
    assert repeated == ("flow_state_already_used", "State has already been used")
    late = query_of(await start_flow(service, "mei"))["state"]
    service.wait(minutes=6)
    assert await callback_error(service, {"state": late, "code": "c"}) == ("bad_oauth_state", "OAuth state has expired")
    missing = await callback_error(service, {"code": "c"})
    assert missing == ("bad_oauth_callback", "OAuth state parameter missing")
    assert await callback_error(service, {"state": "x"}) == ("bad_oauth_state", "OAuth state parameter is invalid")
    flood = await service.http.post("/callback", content="&".join(f"a{n}=b" for n in range(99)))
    assert "too+many+fields" in flood.headers["location"]
    unknown = await callback_error(service, {"state": str(uuid4())})
    assert unknown == ("bad_oauth_state", "OAuth state not found or expired")


async def callback_error(service: Service, query: dict[str, str]) -> tuple[str, str]:
    response = await service.http.get("/callback", params=query)
    assert response.status_code == 303
    assert response.headers["location"].startswith(f"{SITE}?error=invalid_request&")
    parameters = query_of(response.headers["location"])
    return parameters["error_code"], parameters["error_description"]


async def test_provider_removed_during_the_flow(
    service: Service, campus: IdentityProvider, make_service: Callable[..., Service]
) -> None:
    address = campus.visit(await start_flow(service, "mei"), until=CALLBACK)
    other = make_service()
    other.http.cookies.update(service.http.cookies)
    end = (await request_callback(other, address)).headers["location"]
    assert query_of(end)["error_code"] == "oauth_provider_not_supported"


async def test_rotated_provider_keys(service: Service, campus: IdentityProvider) -> None:
    await complete_flow(service, campus, "mei")
    campus.rotate()
    # The keys are fetched at most once in 30 s.
    assert "access_token" not in fragment_of(await complete_flow(service, campus, "mei"))
    service.wait(seconds=31)
    assert "access_token" in fragment_of(await complete_flow(service, campus, "mei"))


INVALID_REQUESTS: list[tuple[dict[str, str], str]] = [
    ({"provider": "nobody"}, "Unsupported provider: Provider nobody could not be found"),
    ({"provider": "google"}, "Unsupported provider: provider is not enabled"),
    ({"code_challenge": CHALLENGE}, "PKCE flow requires code_challenge_method and code_challenge"),
    ({"code_challenge": CHALLENGE, "code_challenge_method": "md5"}, "Invalid code_challenge_method"),
    (
        {"code_challenge": "short", "code_challenge_method": "s256"},
        "code challenge has to be between 43 and 128 characters",
    ),
]


async def test_invalid_authorize_requests_are_rejected(service: Service) -> None:
    for query, message in INVALID_REQUESTS:
        response = await service.http.get("/authorize", params={"provider": "campus", **query})
        assert (response.status_code, response.json()["msg"]) == (400, message)
        assert response.json()["error_code"] == "validation_failed"


async def test_reserved_parameters_are_not_passed_on(service: Service) -> None:
    tampering = {
        "client_id": "evil", "redirect_uri": "https://evil.example", "response_type": "token", "state": "mine",
        "request_uri": "https://evil.example/request", "code_verifier": "v",
    }  # fmt: skip
    address = await start_flow(service, "mei", **tampering, access_type="offline", scopes="calendar, openid")
    parameters = query_of(address)
    names = ("client_id", "redirect_uri", "response_type")
    assert [parameters[name] for name in names] == ["hall", CALLBACK, "code"]
    assert parameters["scope"] == "openid email profile calendar"
    assert parameters["access_type"] == "offline"
    assert parameters["state"] != "mine"
    assert not {"request_uri", "code_verifier", "redirect_to"} & set(parameters)


async def test_disallowed_redirect_falls_back_to_the_site(service: Service, campus: IdentityProvider) -> None:
    assert (await complete_flow(service, campus, "mei", redirect_to="https://evil.example/x")).startswith(f"{SITE}#")


async def test_flow_is_bound_to_the_browser_that_started_it(service: Service, campus: IdentityProvider) -> None:
    ends = []
    for query in ({}, {"code_challenge": CHALLENGE, "code_challenge_method": "s256"}):
        address = campus.visit(await start_flow(service, "mei", **query), until=CALLBACK)
        # Another browser opens the callback.
        service.http.cookies.clear()
        ends.append(str((await request_callback(service, address)).headers["location"]))
    assert "error_code=bad_oauth_state" in ends[0]
    assert "access_token" not in ends[0]
    # A client with PKCE proves by its verifier that it started the flow, so it needs no cookie.
    assert "code=" in ends[1]
