"""The settings of notifications: what a member watches, and the delay of emails as the site has it."""

import pytest

from balai.site.loaders.account.notice_settings import NoticeSettingsPayload
from balai.site.loaders.forum.payloads import TopicsPayload
from balai.site.screens import NotFound
from tests.factories.forum import Community, rich
from tests.factories.members import Member
from tests.site.conftest import OpenSite, session_of
from tests.site.conftest import open_site as open_site
from tests.support.pages import load_page

ADD_TAGGED = "insert into public.posts (forum_id, language, title, body, tags) values ($1, 'en', 'Rooms', $2, $3)"


async def load(community: Community, who: Member | None) -> NoticeSettingsPayload:
    page = await load_page(community.pool, "/notifications/settings", who=who)
    assert isinstance(page.data, NoticeSettingsPayload)
    return page.data


async def level_of(community: Community, who: Member | None, tag: str | None) -> str | None:
    page = await load_page(community.pool, "/topics", who=who, query={"tag": tag} if tag else {})
    assert isinstance(page.data, TopicsPayload)
    return page.data.watch


async def test_watched_things_have_their_names(community: Community) -> None:
    mei, hoa = community.mei, community.hoa
    await community.act(mei, ADD_TAGGED, community.forum, rich("A room is free in May."), ["Rent in May"])
    for target in ("tag => 'rent in may'", "tag => 'never used'", f"forum => '{community.forum}'", "language => 'vi'"):
        await community.act(hoa, f"select public.set_watch('watching', {target})")
    found = {(item.tag, item.watched_language, item.title) for item in (await load(community, hoa)).watched}
    assert found == {
        ("rent in may", None, "Rent in May"),
        ("never used", None, "never used"),
        (None, None, "Daily life"),
        (None, "vi", ""),
    }
    with pytest.raises(NotFound):
        await load(community, None)


async def test_the_page_of_a_tag_has_the_level_of_its_reader(community: Community) -> None:
    await community.act(community.hoa, "select public.set_watch('muted', tag => 'Rent')")
    assert await level_of(community, community.hoa, "RENT") == "muted"
    assert await level_of(community, community.hoa, None) is None
    assert await level_of(community, community.mei, "rent") is None
    assert await level_of(community, None, "rent") is None


@pytest.mark.parametrize(("seconds", "minutes"), [("0", 0), ("90", 2), ("600", 10)])
async def test_the_delay_follows_the_setting(
    community: Community, open_site: OpenSite, seconds: str, minutes: int
) -> None:
    async with open_site(environment={"BALAI_NOTICE_DELAY_SECONDS": seconds}) as client:
        answer = await client.get("/en/notifications/settings", headers=session_of(community.mei))
    assert f'"emailDelayMinutes":{minutes}' in answer.text, answer.text[:600]
