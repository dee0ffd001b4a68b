"""Invitation links, visible to administrators only."""

import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_role
from balai.site.loaders.account.sign_in import SignUpPayload
from balai.site.loaders.admin.invitations import InvitationsPayload, MemberPayload
from balai.site.screens import NotFound
from tests.factories.members import make_member
from tests.support.pages import SITE_URL, load_page

ADD = "insert into public.invitations (language, note) values ('vi', 'A class') returning id"


async def test_administrator_sees_links_and_members(pool: Pool) -> None:
    ada, mai = await make_member(pool, is_admin=True), await make_member(pool, display_name="Mai")
    async with as_role(pool, ada.caller, read_only=False) as conn:
        invitation = await conn.fetchval(ADD)
    listed = (await load_page(pool, "/admin/invitations", who=ada, query={"show": str(invitation)})).data
    assert isinstance(listed, InvitationsPayload)
    (one,) = listed.invitations
    assert one.url is not None
    assert one.url.startswith(f"{SITE_URL}/vi/signup?invite=")
    assert (one.qr or "").startswith("data:image/svg+xml")
    token = one.url.partition("invite=")[2]
    welcomed = (await load_page(pool, "/signup", query={"invite": token})).data
    made_up = (await load_page(pool, "/signup", query={"invite": "x\0y"})).data
    assert isinstance(welcomed, SignUpPayload)
    assert isinstance(made_up, SignUpPayload)
    assert (welcomed.invitation, made_up.invitation) == ("open", "unknown")
    shown = (await load_page(pool, f"/admin/members/{mai.id}", who=ada)).data
    assert isinstance(shown, MemberPayload)
    assert (shown.display_name, shown.email) == ("Mai", mai.email)


async def test_member_sees_neither(pool: Pool) -> None:
    ada, mai = await make_member(pool, is_admin=True), await make_member(pool)
    async with as_role(pool, ada.caller, read_only=False) as conn:
        await conn.execute(ADD)
    listed = (await load_page(pool, "/admin/invitations", who=mai)).data
    assert isinstance(listed, InvitationsPayload)
    assert listed.invitations == ()
    with pytest.raises(NotFound):
        await load_page(pool, f"/admin/members/{ada.id}", who=mai)
