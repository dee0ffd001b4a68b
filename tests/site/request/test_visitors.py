import time

import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_role
from balai.security.tokens import KeyRing, sign
from balai.site.request.visitors import caller_of, find_cookie, find_session, find_visitor
from tests.factories.members import make_member

SECRET = "a-secret-of-this-test-run-and-of-nothing-else"
CLAIMS = {"sub": "6f3c0b0e-58a5-4f0c-8f4f-1c2d3e4f5a6b", "role": "authenticated"}


def cookie(claims: dict[str, object], secret: str = SECRET) -> bytes:
    return f"theme=dark; sb-access-token={sign(claims, secret)}; sb-refresh-token=r".encode()


def test_session_is_read_from_its_cookie() -> None:
    session = find_session(cookie({**CLAIMS, "exp": time.time() + 60}), KeyRing(SECRET))
    assert session is not None and session["sub"] == CLAIMS["sub"]


@pytest.mark.parametrize(
    "header",
    [
        b"",
        b"theme=dark",
        b"sb-access-token=",
        b"sb-access-token=not.a.token",
        b"sb-refresh-token=r",
        b"xsb-access-token=abc",
        cookie({**CLAIMS, "exp": 1}),
        cookie(CLAIMS, "another-secret-that-is-not-ours-at-all-000"),
        cookie({**CLAIMS, "role": "service_role"}),
        cookie({**CLAIMS, "role": "anon"}),
        cookie({"role": "authenticated"}),
    ],
)
def test_anything_else_is_anonymous(header: bytes) -> None:
    assert find_session(header, KeyRing(SECRET)) is None
    assert caller_of(find_session(header, KeyRing(SECRET))).role == "anon"


def test_first_cookie_of_a_name_wins() -> None:
    assert find_cookie(b'a=1; b="2"; a=3', "a") == "1"
    assert find_cookie(b'a=1; b="2"; a=3', "b") == "2"


async def test_visitor_is_the_profile_of_the_session(pool: Pool) -> None:
    member = await make_member(pool, display_name="小梅", language="zh", time_zone="Asia/Kuala_Lumpur")
    async with as_role(pool, member.caller) as conn:
        visitor = await find_visitor(conn)
    assert visitor is not None
    assert (visitor.display_name, visitor.is_admin, visitor.language) == ("小梅", False, "zh")
    assert visitor.time_zone == "Asia/Kuala_Lumpur"


async def test_deleted_account_has_no_visitor(pool: Pool) -> None:
    async with as_role(pool, caller_of(CLAIMS)) as conn:
        assert await find_visitor(conn) is None
