"""Subscribers for tests: `subscribe(pool, member)` and `make_guest(pool, "mei@example.org")`."""

from uuid import UUID

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_role
from tests.factories.members import Member

LAST_LINK = "select link from public.newsletter_requests where email = $1 order by created_at desc limit 1"


async def subscribe(pool: Pool, member: Member, *, is_on: bool = True) -> None:
    """Choose new articles by email as a member."""
    async with as_role(pool, member.caller, read_only=False) as connection:
        await connection.execute("select public.set_notice_choice('new_article', 'email', $1)", is_on)


async def request_newsletter(pool: Pool, address: str, language: str = "en") -> UUID:
    """Ask for new articles as a visitor: returns the link of the email."""
    async with as_role(pool, Caller.anonymous(), read_only=False) as connection:
        await connection.execute("select public.request_newsletter($1, $2::public.language)", address, language)
    link: UUID = await pool.fetchval(LAST_LINK, address)
    return link


async def confirm(pool: Pool, link: UUID) -> bool:
    """Use the link of the email, as a visitor."""
    async with as_role(pool, Caller.anonymous(), read_only=False) as connection:
        return bool(await connection.fetchval("select public.confirm_newsletter($1)", link))


async def make_guest(pool: Pool, address: str, language: str = "en") -> None:
    """Ask and confirm."""
    assert await confirm(pool, await request_newsletter(pool, address, language))
