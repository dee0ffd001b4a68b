"""The account screens. What they do, the browser asks of the auth service; here is only which ways are open."""

from typing import Literal

from balai.site.screens import Page, PageRequest, Payload, SignInWays

HAS_INVITATION = "select public.has_invitation($1)"


class SignUpPayload(Payload, frozen=True):
    """`invitation`: of the link that led here; "spent" may be late, taken back, used up or made up."""

    ways: SignInWays
    invitation: Literal["none", "open", "spent"]


async def load_sign_in(request: PageRequest) -> Page[SignInWays]:
    """The ways to sign in, or to sign up, that the operator has opened."""
    return Page(await request.sign_in_methods())


async def load_sign_up(request: PageRequest) -> Page[SignUpPayload]:
    """The ways to an account, and whether the link that led here still counts."""
    ways, token = await request.sign_in_methods(), request.query.get("invite", "").replace("\0", "")
    if not token:
        return Page(SignUpPayload(ways, "none"))
    is_open = await request.conn.fetchval(HAS_INVITATION, token[:200])
    return Page(SignUpPayload(ways, "open" if is_open else "spent"))
