"""One JSON form of a user in every response."""

from typing import Any

import pytest

from balai.database.pool import PlainConnection
from tests.backend.auth.service import PASSWORD, Service, bearer

# Set by the sign-in itself.
VOLATILE = {"last_sign_in_at", "updated_at", "identities"}


async def test_every_endpoint_returns_the_same_json(service: Service) -> None:
    session = await service.member("mei@example.org")
    headers = bearer(session)
    factor = {"factor_type": "totp", "friendly_name": "App"}
    assert (await service.http.post("/factors", json=factor, headers=headers)).status_code == 200
    user = (await service.http.put("/user", json={"data": {"b": 1, "a": None}}, headers=headers)).json()
    path = f"/admin/users/{user['id']}"
    assert (await service.http.get("/user", headers=headers)).json() == user
    assert (await service.http.get(path, headers=service.admin)).json() == user
    assert (await service.refresh(session["refresh_token"])).json()["user"] == user
    assert (await service.http.get(f"{path}/factors", headers=service.admin)).json() == user["factors"]
    signed_in = (await service.sign_in("mei@example.org")).json()["user"]
    assert signed_in.keys() == user.keys()
    assert {name: signed_in[name] for name in signed_in.keys() - VOLATILE} == {
        name: user[name] for name in user.keys() - VOLATILE
    }
    listed = (await service.http.get("/admin/users", headers=service.admin)).json()["users"]
    assert listed == [{name: value for name, value in signed_in.items() if name != "factors"} | {"identities": None}]


async def test_a_repeated_sign_up_looks_like_a_first_one(service: Service) -> None:
    """Both responses pass through the database, which orders keys and rejects NUL; neither reveals the account."""
    await service.member("mei@example.org")
    known, new = [
        await service.sign_up(name, data={"zz": 1, "b": 2}) for name in ("mei@example.org", "lan@example.org")
    ]
    own_keys = {"sub", "email", "email_verified", "phone_verified"}
    keys = [[key for key in made.json()["user_metadata"] if key not in own_keys] for made in (known, new)]
    assert keys == [["b", "zz"], ["b", "zz"]]
    assert list(known.json()) == list(new.json())
    service.wait(minutes=2)
    known, new = [await service.sign_up(name, data={"a": "\0"}) for name in ("mei@example.org", "kim@example.org")]
    assert (known.status_code, known.json()) == (new.status_code, new.json())
    assert known.status_code == 400


async def test_a_sign_in_reads_the_user_json_in_one_query(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    await service.member("mei@example.org")
    queries: list[str] = []
    for name in ("fetch", "fetchrow", "fetchval"):
        monkeypatch.setattr(PlainConnection, name, _recording(getattr(PlainConnection, name), queries))
    assert (
        await service.post("/token?grant_type=password", {"email": "mei@example.org", "password": PASSWORD})
    ).is_success
    assert [("auth.mfa_factors" in query, "amr" in query) for query in queries if "auth.identities" in query] == [
        (True, True)
    ]


def _recording(method: Any, queries: list[str]) -> Any:
    async def record(connection: PlainConnection, query: str, *arguments: Any, **options: Any) -> Any:
        queries.append(query)
        return await method(connection, query, *arguments, **options)

    return record
