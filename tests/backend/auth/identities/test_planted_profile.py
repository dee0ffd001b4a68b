"""The public profile of an unconfirmed account: what a stranger planted in it is gone when its owner signs in."""

from typing import Any
from uuid import UUID

import pytest

from balai.database.transaction import as_owner
from tests.backend.auth.identities.test_linking import user_of
from tests.backend.auth.oauth.flows import complete_flow
from tests.backend.auth.service import PASSWORD, Service, bearer
from tests.support.oidc_provider import IdentityProvider, fragment_of

PLANTED = {"display_name": "Visit evil.example", "language": "zh", "time_zone": "Asia/Shanghai", "invitation": "x"}
READ = "select * from public.profiles where id = $1"
FILL = """
  update public.profiles set about = 'Visit evil.example', picture_url = '/storage/v1/object/public/pictures/x.png',
    content_languages = '{zh}'
"""


@pytest.fixture
def backend_database(database: str) -> str:
    """The schema of the site too."""
    return database


async def profile_of(service: Service, user_id: str) -> Any:
    async with as_owner(service.pool) as conn:
        return await conn.fetchrow(READ, UUID(user_id))


async def plant(service: Service) -> Any:
    planted = await service.sign_up("mei@example.org", data=PLANTED)
    async with as_owner(service.pool) as conn:
        await conn.execute(FILL)
    service.wait(minutes=2)
    return await profile_of(service, planted.json()["id"])


def check_nothing_is_left(before: Any, after: Any) -> None:
    assert after["id"] == before["id"]
    assert (after["about"], after["picture_url"], after["content_languages"]) == ("", None, [])
    assert "evil" not in after["display_name"]
    assert after["time_zone"] != "Asia/Shanghai"
    assert after["calendar_token"] != before["calendar_token"]


async def test_provider_replaces_the_profile(service: Service, campus: IdentityProvider) -> None:
    before = await plant(service)
    user = await user_of(service, fragment_of(await complete_flow(service, campus, "mei")))
    after = await profile_of(service, user["id"])
    check_nothing_is_left(before, after)
    assert (after["display_name"], after["language"]) == (user["user_metadata"]["name"], "en")


@pytest.mark.parametrize(("path", "kind"), [("/otp", "email"), ("/recover", "recovery"), ("/signup", "signup")])
async def test_code_replaces_the_profile(service: Service, path: str, kind: str) -> None:
    before = await plant(service)
    own = {"display_name": "Mei", "language": "ms", "time_zone": "Asia/Kuching"}
    body = {"email": "mei@example.org", "password": f"{PASSWORD} 2", "data": own}
    assert (await service.post(path, body)).status_code == 200
    email = await service.email_to("mei@example.org")
    assert email.language == ("en" if path == "/recover" else "ms")
    response = await service.post("/verify", {"type": kind, "email": "mei@example.org", "token": email.code})
    after = await profile_of(service, response.json()["user"]["id"])
    check_nothing_is_left(before, after)
    if path != "/recover":
        assert (after["display_name"], after["language"], after["time_zone"]) == ("Mei", "ms", "Asia/Kuching")


async def test_invitation_replaces_the_profile(service: Service) -> None:
    before = await plant(service)
    body = {"email": "mei@example.org", "data": {"display_name": "Mei", "language": "vi"}}
    assert (await service.post("/invite", body, **service.admin)).status_code == 200
    email = await service.email_to("mei@example.org")
    assert (email.kind, email.language) == ("invite", "vi")
    # Requests of strangers leave the inviter's metadata.
    service.wait(minutes=2)
    await service.post("/otp", {"email": "mei@example.org", "data": PLANTED})
    after = await profile_of(service, str(before["id"]))
    check_nothing_is_left(before, after)
    assert (after["display_name"], after["language"]) == ("Mei", "vi")


async def test_profile_of_a_confirmed_account_stays(service: Service) -> None:
    session = await service.member("mei@example.org")
    async with as_owner(service.pool) as conn:
        await conn.execute(FILL)
    before = await profile_of(service, session["user"]["id"])
    service.wait(minutes=2)
    await service.post("/otp", {"email": "mei@example.org", "data": PLANTED})
    await service.http.put("/user", json={"data": PLANTED}, headers=bearer(session))
    after = await profile_of(service, session["user"]["id"])
    assert {**after, "updated_at": None} == {**before, "updated_at": None}
