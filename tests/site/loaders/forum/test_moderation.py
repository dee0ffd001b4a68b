"""The loader of the forums in the administration, with all their names."""

from balai.site.loaders.forum.moderation import AdminForumsPayload
from tests.factories.forum import Community, make_forum
from tests.factories.members import make_member
from tests.support.pages import load_page


async def test_forums_have_all_their_names(community: Community) -> None:
    await make_forum(community.pool, slug="bare", edit_window="36 hours", position=5, names={})
    await make_member(community.pool)
    page = await load_page(community.pool, "/admin/forums", who=community.ana)
    assert isinstance(page.data, AdminForumsPayload)
    life, bare = page.data.forums
    assert [(text.language, text.name) for text in life.texts] == [
        ("en", "Daily life"),
        ("zh", "日常生活"),
        ("ms", "Kehidupan harian"),
        ("vi", "Đời sống"),
    ]
    assert (life.edit_window_hours, bare.edit_window_hours, bare.texts) == (None, 36, ())


async def test_forum_without_a_name_in_the_pages_language_has_the_sites_first(community: Community) -> None:
    await make_forum(community.pool, slug="far", position=5, names={"zh": "远方", "vi": "Nơi xa"})
    await community.pool.execute("update public.site_settings set default_language = 'vi'")
    page = await load_page(community.pool, "/admin/forums", who=community.ana)
    assert isinstance(page.data, AdminForumsPayload)
    assert page.data.forums[1].texts[0].name == "Nơi xa"
