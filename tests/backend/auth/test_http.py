"""HTTP layer: both versions of an error, bodies, preflight requests, unknown paths."""

from typing import Any

from balai.backend.auth.application import HANDLERS
from tests.backend.auth.service import Service


async def test_errors_in_both_versions(service: Service) -> None:
    body = {"email": "nobody@example.org", "password": "x"}
    old = await service.http.post("/token?grant_type=password", json=body)
    assert old.json() == {"code": 400, "error_code": "invalid_credentials", "msg": "Invalid login credentials"}
    assert "x-supabase-api-version" not in old.headers
    assert old.headers["x-sb-error-code"] == "invalid_credentials"
    for version in ("2024-01-01", "2025-06-30"):
        headers = {"X-Supabase-Api-Version": version}
        new = await service.http.post("/token?grant_type=password", json=body, headers=headers)
        assert new.json() == {"code": "invalid_credentials", "message": "Invalid login credentials"}
        assert new.headers["x-supabase-api-version"] == "2024-01-01"
    for version in ("2023-12-31", "soon"):
        headers = {"X-Supabase-Api-Version": version}
        assert "msg" in (await service.http.post("/token?grant_type=password", json=body, headers=headers)).json()


async def test_weak_password_reasons_in_both_versions(service: Service) -> None:
    body = {"email": "a@b.c", "password": "short"}
    old = (await service.http.post("/signup", json=body)).json()
    assert old["weak_password"] == {"reasons": ["length"]}
    assert (old["code"], old["error_code"]) == (422, "weak_password")
    new = (await service.post("/signup", body)).json()
    assert new["weak_password"] == {"reasons": ["length"]}


async def test_body_is_json_whatever_its_content_type(service: Service) -> None:
    body = b'{"email": "mei@example.org", "password": "long enough", "channel": null, "unknown": [1]}'
    response = await service.http.post("/signup", content=body, headers={"content-type": "text/plain"})
    assert response.status_code == 200


async def test_malformed_bodies(service: Service) -> None:
    for content in (b"", b"{", b"[]", b'{"email": 5}', b"\xff"):
        response = await service.http.post("/recover", content=content)
        assert (response.status_code, response.json()["error_code"]) == (400, "bad_json"), content
        assert response.json()["msg"].startswith("Could not parse request body as JSON: ")
    large = await service.http.post("/recover", content=b'{"email": "' + b"x" * 1_100_000 + b'"}')
    assert (large.status_code, large.json()["error_code"]) == (413, "request_entity_too_large")
    assert large.headers["access-control-allow-origin"] == "*"


async def test_preflight_and_cors_on_errors(service: Service) -> None:
    preflight = await service.http.options(
        "/token", headers={"Origin": "http://x", "Access-Control-Request-Method": "POST"}
    )
    assert preflight.status_code == 204
    assert preflight.headers["access-control-allow-origin"] == "*"
    assert "apikey" in preflight.headers["access-control-allow-headers"]
    assert "X-Supabase-Api-Version" in preflight.headers["access-control-allow-headers"]
    rejected = await service.post("/token?grant_type=magic")
    assert rejected.json()["message"] == "unsupported_grant_type"
    assert rejected.headers["access-control-allow-origin"] == "*"
    assert "X-Supabase-Api-Version" in rejected.headers["access-control-expose-headers"]


async def test_unknown_paths_and_methods(service: Service) -> None:
    unknown = await service.http.get("/nowhere")
    assert unknown.status_code == 404
    assert unknown.headers["content-type"].startswith("text/plain")
    assert (await service.http.get("/signup")).status_code == 405


async def test_service_metadata(service: Service) -> None:
    settings = (await service.http.get("/settings", headers={"Authorization": "Bearer nonsense"})).json()
    assert settings["external"]["email"] is True
    assert settings["external"]["google"] is False
    assert settings["mailer_autoconfirm"] is False
    assert (await service.http.get("/health")).json()["name"] == "GoTrue"
    keys = await service.http.get("/.well-known/jwks.json")
    assert keys.json() == {"keys": []}
    assert keys.headers["cache-control"] == "public, max-age=600"
    assert (await service.post("/sso", {})).json()["message"] == "SAML 2.0 is disabled"


async def test_every_route_has_the_same_error_format(service: Service) -> None:
    seen: list[Any] = []
    for handler in HANDLERS:
        for path in handler.paths:
            method = next(iter(handler.http_methods))
            address = path.replace("{user_id:str}", "not-an-id")
            response = await service.http.request(method, address, content=b"[")
            if response.status_code >= 400:
                body = response.json()
                assert set(body) <= {"code", "error_code", "msg", "weak_password"}, (address, body)
                assert response.status_code < 500
                seen.append(address)
    assert len(seen) >= 15
