"""The account screens. The browser talks to the auth service; these loaders only read which methods are enabled."""

from typing import Literal

from balai.site.loaders.pages.consents import AskedConsent, list_asked
from balai.site.payloads import Payload, SignInOptions
from balai.site.screens import Page, PageRequest

CHECK_INVITATION = "select public.check_invitation($1)"


class SignUpPayload(Payload, frozen=True):
    """`invitation`: state of the link's invitation.

    `consents`: the pages that a new member agrees to.
    """

    options: SignInOptions
    invitation: Literal["none", "open", "revoked", "used", "expired", "unknown"]
    consents: tuple[AskedConsent, ...]


async def load_sign_in(request: PageRequest) -> Page[SignInOptions]:
    """The enabled methods to sign in or sign up."""
    return Page(await request.sign_in_methods())


async def load_sign_up(request: PageRequest) -> Page[SignUpPayload]:
    """The enabled methods to sign up, and the state of the invitation in the link."""
    options, token = await request.sign_in_methods(), request.query.get("invite", "").replace("\0", "")
    consents = await list_asked(request)
    if not token:
        return Page(SignUpPayload(options, "none", consents))
    state = await request.conn.fetchval(CHECK_INVITATION, token[:200])
    return Page(SignUpPayload(options, state, consents))
