"""Administration: how the site looks now, what it looked like before, and pages to preview a change on."""

from datetime import datetime

from balai.site.loaders.home import Section
from balai.site.loaders.rows import read_row
from balai.site.payloads import FontPair, Payload, Preset
from balai.site.screens import Page, PageRequest

GET_APPEARANCE = """
select preset, accent, font_pair, logo_url, cover_url, cover_focus_x, cover_focus_y, home_sections
from public.site_settings
"""
LIST_EARLIER = """
select earlier.id, earlier.preset, earlier.accent, earlier.font_pair, earlier.logo_url, earlier.cover_url,
  earlier.replaced_at, member.display_name as replaced_by
from public.appearances as earlier left join public.profiles as member on member.id = earlier.replaced_by
order by earlier.id desc
limit 6
"""
# The newest of each that a visitor can read.
FIND_EXAMPLES = """
select
  (select text.slug from public.articles as article join public.article_texts as text on text.article_id = article.id
   where article.status = 'published' and article.deleted_at is null and article.publish_at <= now()
     and (article.expire_at is null or article.expire_at > now()) and text.status = 'published'
   order by text.language = $1::public.language desc, article.publish_at desc limit 1) as article,
  thread.forum, thread.post
from (select) as always
left join lateral (
  select forum.slug as forum, post.id::text as post
  from public.posts as post join public.forums as forum on forum.id = post.forum_id
  where post.deleted_at is null and post.hidden_at is null
  order by post.language = $1::public.language desc, post.created_at desc limit 1) as thread on true
"""


class AdminEarlierAppearance(Payload, frozen=True):
    """An appearance that a later one replaced. `replaced_by`: None if that account is deleted."""

    id: int
    preset: Preset
    accent: str | None
    font_pair: FontPair
    logo_url: str | None
    cover_url: str | None
    replaced_at: datetime
    replaced_by: str | None


class AdminAppearancePayload(Payload, frozen=True):
    """`article_path`, `post_path`: examples for the preview; None where the site has none yet."""

    preset: Preset
    accent: str | None
    font_pair: FontPair
    logo_url: str | None
    cover_url: str | None
    cover_focus_x: int
    cover_focus_y: int
    article_path: str | None
    post_path: str | None
    home_sections: tuple[Section, ...]
    earlier: tuple[AdminEarlierAppearance, ...]


async def load_appearance(request: PageRequest) -> Page[AdminAppearancePayload]:
    """The appearance with its last versions."""
    now = await request.conn.fetchrow(GET_APPEARANCE)
    earlier = await request.conn.fetch(LIST_EARLIER)
    examples = await request.conn.fetchrow(FIND_EXAMPLES, request.lang)
    assert now is not None and examples is not None
    article, post = examples["article"], examples["post"]
    return Page(
        AdminAppearancePayload(
            **dict(now),
            article_path=request.path_to("blog.article", blogId=article) if article else None,
            post_path=request.path_to("forum.post", forumId=examples["forum"], postId=post) if post else None,
            earlier=tuple(read_row(AdminEarlierAppearance, row) for row in earlier),
        )
    )
