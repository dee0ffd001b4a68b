"""Password requirements: the protocol's rule, the site's stricter one, breaches, and imported hashes."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bcrypt
import httpx
import pytest
from argon2 import PasswordHasher

from balai.backend.auth import config as auth_config
from balai.backend.auth.account import password_policy
from balai.backend.auth.passwords.hashing import Hasher
from balai.cli.admin import SignIn
from balai.cli.banner import render_banner
from balai.settings import load_settings
from tests.backend.auth.service import PASSWORD, Service, bearer

Make = Callable[..., Service]
EASY = "Password is known to be weak and easy to guess, please choose a different one."
SITE_RULE = {"password_min_length": 10, "estimates_password_strength": True}


async def rejected(service: Service, password: str) -> dict[str, Any]:
    respond = await service.sign_up("mei@example.org", password=password)
    assert respond.status_code == 422, respond.text
    return dict(respond.json())


async def test_protocol_rule(service: Service) -> None:
    body = await rejected(service, "12345")
    assert (body["code"], body["message"]) == ("weak_password", "Password should be at least 6 characters.")
    assert body["weak_password"] == {"reasons": ["length"]}
    long = await service.sign_up("mei@example.org", password="x" * 73)
    assert (long.status_code, long.json()["message"]) == (400, "Password cannot be longer than 72 characters")
    assert (await service.sign_up("mei@example.org", password="123456")).status_code == 200


@pytest.mark.parametrize("password", ["1234567890", "Password123", "qwertyuiop", "mei@example.org", "aaaaaaaaaaaaaaaa"])
async def test_site_rejects_easily_guessed_passwords(make_service: Make, password: str) -> None:
    body = await rejected(make_service(**SITE_RULE), password)
    assert body["weak_password"] == {"reasons": ["pwned"]}
    assert body["message"] == EASY


async def test_site_rejects_the_users_own_name(make_service: Make) -> None:
    service = make_service(**SITE_RULE)
    data = {"display_name": "Nguyễn Thị Mai"}
    for password in ("nguyenthimai", "Nguyễn Thị Mai", "maimainguyen"):
        respond = await service.sign_up("mei@example.org", password=password, data=data)
        assert respond.json()["weak_password"] == {"reasons": ["pwned"]}, password


@pytest.mark.parametrize(
    "password",
    [
        "short",
        "1234567890",
        "Password123",
        "mei@example.org",
        "nguyenthimai",
        "lantern kettle",
        "社区会堂每周三晚上开门",
    ],
)
async def test_check_says_what_sign_up_does(make_service: Make, password: str) -> None:
    service = make_service(**SITE_RULE)
    body = {"password": password, "words": ["mei@example.org", "Nguyễn Thị Mai"]}
    verdict = (await service.post("/passwords/check", body)).json()["reasons"]
    data = {"display_name": "Nguyễn Thị Mai"}
    respond = (await service.sign_up("mei@example.org", password=password, data=data)).json()
    assert verdict == respond.get("weak_password", {}).get("reasons", [])


async def test_check_judges_by_the_callers_account(make_service: Make) -> None:
    query = "select raw_user_meta_data ? 'display_name' from auth.users where id = $1"
    service = make_service(**SITE_RULE, administrators_query=query)
    body: dict[str, Any] = {"email": "mei@example.org", "password": PASSWORD, "email_confirm": True}
    body["user_metadata"] = {"display_name": "Tan Kok Leong"}
    await service.http.post("/admin/users", json=body, headers=service.admin)
    session = (await service.sign_in("mei@example.org")).json()

    async def verdict(password: str) -> list[str]:
        answer = await service.http.post("/passwords/check", json={"password": password}, headers=bearer(session))
        return list(answer.json()["reasons"])

    assert await verdict("small blue hat") == ["length"]
    assert await verdict("tankokleongtankokleong") == ["pwned"]
    assert await verdict("three lanterns over a kettle") == []
    assert (await service.post("/passwords/check", {"password": "x" * 73})).status_code == 400


async def test_site_counts_characters(make_service: Make) -> None:
    service = make_service(**SITE_RULE)
    body = await rejected(service, "密码密码密码")
    assert body["message"] == "Password should be at least 10 characters."
    assert (await service.sign_up("mei@example.org", password="社区会堂每周三晚上开门")).status_code == 200


async def test_character_sets_and_all_violations_at_once(make_service: Make) -> None:
    sets = auth_config.split_character_sets(r"abc:0123456789:\:;")
    assert sets == ("abc", "0123456789", ":;")
    body = await rejected(make_service(password_min_length=8, password_character_sets=sets), "abc1")
    assert body["weak_password"]["reasons"] == ["length", "characters"]
    assert body["message"] == (
        "Password should be at least 8 characters. "
        "Password should contain at least one character of each: abc, 0123456789, :;."
    )


async def test_administrators_need_longer_passwords(make_service: Make) -> None:
    query = "select raw_app_meta_data ? 'boss' from auth.users where id = $1"
    service = make_service(**SITE_RULE, administrators_query=query)
    body = {"email": "mei@example.org", "password": "tall green hat", "email_confirm": True}
    body["app_metadata"] = {"boss": True}
    await service.http.post("/admin/users", json=body, headers=service.admin)
    session = (await service.sign_in("mei@example.org", "tall green hat")).json()
    assert session["weak_password"]["reasons"] == ["length"]
    respond = await service.http.put("/user", json={"password": "small blue hat"}, headers=bearer(session))
    assert respond.json()["message"] == "Password should be at least 15 characters."
    assert (await service.http.put("/user", json={"password": PASSWORD}, headers=bearer(session))).status_code == 200


async def test_breach_check_sends_only_a_hash_prefix(make_service: Make) -> None:
    digest = hashlib.sha1(PASSWORD.encode()).hexdigest().upper()
    asked: list[httpx.Request] = []
    responses = [httpx.Response(200, text=f"{digest[5:]}:3\r\n{'0' * 35}:0"), httpx.Response(503)]

    def respond(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        if not responses:
            raise httpx.ConnectError("down")
        return responses.pop(0)

    service = make_service(transport=httpx.MockTransport(respond), breach_url="https://breaches.example/range/")
    body = await rejected(service, PASSWORD)
    assert (body["weak_password"], body["message"]) == ({"reasons": ["pwned"]}, EASY)
    assert str(asked[0].url) == f"https://breaches.example/range/{digest[:5]}"
    sent = str(asked[0].url) + str(asked[0].headers) + asked[0].content.decode()
    assert digest[5:12] not in sent.upper() and PASSWORD not in sent
    for email in ("mei@example.org", "lim@example.org"):
        assert (await service.sign_up(email)).status_code == 200, "an unavailable service must not prevent sign-ups"


async def test_imported_hashes_sign_in_and_are_replaced(make_service: Make) -> None:
    service = make_service(hasher=Hasher())
    hashes = {
        "b4@example.org": bcrypt.hashpw(PASSWORD.encode(), bcrypt.gensalt(4)).decode(),
        "argon2id@example.org": PasswordHasher(memory_cost=64, time_cost=1, parallelism=1).hash(PASSWORD),
    }
    for email, stored in hashes.items():
        body = {"email": email, "password_hash": stored, "email_confirm": True}
        made = await service.http.post("/admin/users", json=body, headers=service.admin)
        assert made.status_code == 200, made.text
        assert (await service.sign_in(email, "wrong")).status_code == 400
        assert (await service.sign_in(email)).status_code == 200
        kept = await service.pool.fetchval("select encrypted_password from auth.users where email = $1", email)
        assert kept.startswith("$2b$10$")
        assert (await service.sign_in(email)).status_code == 200
    odd = {"email": "x@example.org", "password_hash": "$2b$10$short"}
    assert (await service.http.post("/admin/users", json=odd, headers=service.admin)).status_code == 400


@pytest.mark.parametrize(
    ("password", "is_weak"),
    [("hunter2", True), ("fourteen chars", True), ("aaaaaaaaaaaaaaaa", True), ("rain on a tin roof, again", False)],
)
def test_first_administrators_password_is_checked(tmp_path: Path, password: str, is_weak: bool) -> None:
    assert password_policy.is_weak_for_administrator(password) is is_weak
    sign_in = SignIn("ana@example.org", password, is_weak)
    banner = render_banner(load_settings({"BALAI_DATA_DIR": str(tmp_path)}), sign_in, demo=False)
    assert ("Please change it" in banner) is is_weak
