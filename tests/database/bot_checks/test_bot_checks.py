"""Bot checks: valid tokens, single use, and when one is required."""

import asyncio
import base64
import hashlib
import json
from typing import Any

import asyncpg
import pytest

from balai.database.pool import Connection, Pool
from balai.database.transaction import Caller, as_owner, as_role
from balai.jobs.bot_check_emails import queue_bot_check_emails
from balai.messaging.email_sender import MailboxSender, Mailer
from tests.factories.booking import days_ahead, make_service
from tests.factories.members import make_member

ASK = "select public.create_bot_challenge()"
USE = "select public.use_bot_token($1)"


def solve(puzzle: dict[str, Any], **changes: Any) -> str:
    salt, wanted = puzzle["salt"], puzzle["challenge"]
    tries = range(puzzle["maxNumber"])
    number = next(n for n in tries if hashlib.sha256(f"{salt}{n}".encode()).hexdigest() == wanted)
    facts = {key: puzzle[key] for key in ("algorithm", "challenge", "salt", "signature")}
    return base64.b64encode(json.dumps({**facts, "number": number, **changes}).encode()).decode()


async def ask(pool: Pool) -> dict[str, Any]:
    async with as_role(pool, Caller.anonymous(), read_only=False) as conn:
        return dict(json.loads(await conn.fetchval(ASK)))


async def use(pool: Pool, token: str) -> bool:
    async with as_owner(pool) as conn:
        return bool(await conn.fetchval(USE, token))


async def with_proof(conn: Connection, token: str) -> None:
    """Set the request headers as REST does."""
    await conn.execute("select set_config('request.headers', $1, true)", json.dumps({"x-bot-check": token}))


async def test_solved_challenge_counts_once(pool: Pool) -> None:
    token = solve(await ask(pool))
    assert [await use(pool, token), await use(pool, token)] == [True, False]


async def test_invalid_tokens_are_rejected(pool: Pool) -> None:
    puzzle, other = await ask(pool), await ask(pool)
    late = puzzle["salt"].replace("expires=", "expires=9")
    for wrong in (
        "", "x", "é", "e30=", "W10=", "//79", "a" * 5000, base64.b64encode(b'{"challenge": "\\u0000"}').decode(),
        solve(puzzle, number=-1), solve(puzzle, number=None), solve(puzzle, salt=late), solve(puzzle, salt=1),
        solve(puzzle, signature=other["signature"]), solve(puzzle, challenge=other["challenge"]),
    ):  # fmt: skip
        assert not await use(pool, wrong)
    assert await use(pool, solve(puzzle))


async def test_expired_token_is_rejected(pool: Pool) -> None:
    async with as_owner(pool) as conn:
        salt = "00?expires=1000000000&"
        challenge = hashlib.sha256(f"{salt}7".encode()).hexdigest()
        signature = await conn.fetchval("select public.sign_bot_check($1)", challenge)
    facts = {"challenge": challenge, "salt": salt, "number": 7, "signature": signature}
    assert not await use(pool, base64.b64encode(json.dumps(facts).encode()).decode())


async def test_booking_requires_a_bot_check_if_switched_on(pool: Pool) -> None:
    admin, mai = await make_member(pool, is_admin=True), await make_member(pool)
    service = await make_service(pool, admin)
    token = solve(await ask(pool))
    wish = "select public.book(gen_random_uuid(), $1, $2)"
    async with as_role(pool, mai.caller, read_only=False) as conn:
        await with_proof(conn, "")
        await conn.fetchval(wish, service, days_ahead(2))
    async with as_owner(pool) as conn:
        await conn.execute("update public.site_settings set requires_bot_check = true")
    with pytest.raises(asyncpg.PostgresError) as refused:
        async with as_role(pool, mai.caller, read_only=False) as conn:
            await with_proof(conn, "made up")
            await conn.fetchval(wish, service, days_ahead(3))
    assert (refused.value.sqlstate, getattr(refused.value, "detail", "")) == ("PT403", "bot_check_required")
    async with as_role(pool, mai.caller, read_only=False) as conn:
        await with_proof(conn, token)
        await conn.fetchval(wish, service, days_ahead(3))
    async with as_role(pool, admin.caller, read_only=False) as conn:
        await with_proof(conn, "")
        await conn.fetchval(wish, service, days_ahead(3))
    assert not await use(pool, token)


async def test_emailed_code_is_accepted(pool: Pool) -> None:
    mai = await make_member(pool)
    async with as_role(pool, mai.caller, read_only=False) as conn:
        await conn.execute("select public.request_bot_check_code('victim@example.org', 'vi')")
    with pytest.raises(asyncpg.PostgresError, match="less than a minute ago"):
        async with as_role(pool, mai.caller, read_only=False) as conn:
            await conn.execute("select public.request_bot_check_code()")
    mailer = Mailer(MailboxSender(pool, email_from="site@example.org"), site="Site")
    assert not await queue_bot_check_emails(pool, mailer)
    await queue_bot_check_emails(pool, mailer)
    rows = await pool.fetch("select recipient, language, content from mailbox.queue")
    assert [(row["recipient"], row["language"]) for row in rows] == [(mai.email, "vi")]
    code = json.loads(rows[0]["content"])["variables"]["code"]
    wrong = "000000" if code != "000000" else "111111"
    async with as_role(pool, mai.caller, read_only=False) as conn:
        assert await conn.fetchval("select public.redeem_bot_check_code($1)", wrong) is None
        token = await conn.fetchval("select public.redeem_bot_check_code($1)", code)
        assert await conn.fetchval("select public.redeem_bot_check_code($1)", code) is None
    assert [await use(pool, token), await use(pool, token)] == [True, False]


async def test_guesses_of_a_code_are_limited(pool: Pool) -> None:
    async with as_role(pool, Caller.anonymous(), read_only=False) as conn:
        await conn.execute("select public.request_bot_check_code('lan@example.org', 'vi')")
    code = json.loads(await pool.fetchval("select pending_email from public.bot_check_codes"))["code"]
    tries = [f"{(int(code) + n) % 10**6:06}" for n in range(1, 6)]
    for attempt in (*tries, code):
        async with as_role(pool, Caller.anonymous(), read_only=False) as conn:
            assert await conn.fetchval("select public.redeem_bot_check_code($1, 'lan@example.org')", attempt) is None
    for address in (None, "", "no address", "a@b", "a@b.c\nBcc: d@e.f", "x" * 300 + "@example.org"):
        with pytest.raises(asyncpg.PostgresError, match="Not a valid email"):
            async with as_role(pool, Caller.anonymous(), read_only=False) as conn:
                await conn.execute("select public.request_bot_check_code($1, 'en')", address)


async def test_networks_do_not_use_up_the_codes_of_the_site(pool: Pool) -> None:
    async def ask_from(network: str, number: int) -> int:
        """Ask for codes for other addresses, all at once; returns how many were sent."""

        async def ask_for(address: str) -> bool:
            async with as_role(pool, Caller.anonymous(), read_only=False) as conn:
                await conn.execute(f"""set local request.headers = '{{"x-balai-network": "{network}"}}'""")
                await conn.execute("select public.request_bot_check_code($1)", address)
            return True

        asked = (ask_for(f"{n}@{network.replace(':', '-')}.example.org") for n in range(number))
        answers = await asyncio.gather(*asked, return_exceptions=True)
        rejected = [answer for answer in answers if answer is not True]
        assert all(isinstance(one, asyncpg.PostgresError) and one.as_dict()["sqlstate"] == "PT429" for one in rejected)
        return number - len(rejected)

    # Each of ten ranges asks for more than its share, a fifth of what is left.
    sent = [await ask_from(f"203.0.{n}.{n}", 45) for n in range(10)]
    assert sent[0] == 40
    assert sent == sorted(sent, reverse=True)
    assert sum(sent) < 200
    # Another host of a range has no share of its own; another range has.
    assert await ask_from("203.0.0.9", 1) == 0
    assert await ask_from("198.51.100.9", 3) >= 2


async def test_code_without_a_language_blocks_no_other(pool: Pool) -> None:
    mailer = Mailer(MailboxSender(pool, email_from="site@example.org"), site="Site")
    async with as_role(pool, Caller.anonymous(), read_only=False) as conn:
        await conn.execute("select public.request_bot_check_code('odd@example.org', null)")
        await conn.execute("select public.request_bot_check_code('mai@example.org', 'vi')")
    await queue_bot_check_emails(pool, mailer)
    told = await pool.fetch("select recipient, language from mailbox.queue order by recipient")
    assert [tuple(row) for row in told] == [("mai@example.org", "vi"), ("odd@example.org", "en")]
