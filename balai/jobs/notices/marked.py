"""Takes texts out of queued emails that were marked, hidden or deleted after the email was queued.

Read at the time of sending, from the views of the role balai_mailer, which does not see marked texts. The email is sent
all the same: with the member's name and the link, without title and text.
"""

import re
from urllib.parse import unquote
from uuid import UUID

import msgspec

from balai.database.pool import Connection
from balai.messaging.notices.listing import NEWS_VARIABLE, News, NewsItem, read_news

# As NewsItem.path has it; of what was split or moved since then the text stays away.
PATH = re.compile(r"(?:/forum/[^/]+/post/([0-9a-f-]{36})|/blog/([^/?#]+)(?=[?#]))(?:\?reply=(\d+))?")
READ = """
select wanted.place, post.id is not null as has_title,
  case when wanted.number is null then post.id else reply.id end is not null as has_text
from unnest($1::uuid[], $2::text[], $3::int[]) with ordinality as wanted (post_id, slug, number, place)
left join public.article_slugs as address on address.slug = wanted.slug
left join public.posts as topic on topic.id = wanted.post_id or topic.article_id = address.article_id
left join texts.posts_to_mail as post on post.id = topic.id
left join public.replies as source on source.post_id = topic.id and source.number = wanted.number
left join texts.replies_to_mail as reply on reply.id = source.id
"""


async def leave_out_marked(conn: Connection, variables: dict[str, str]) -> dict[str, str]:
    """The variables of a message without the titles and texts that may not be emailed any more."""
    news = read_news(variables)
    if news is None:
        return variables
    items = list(news.items)
    places = [place for place, item in enumerate(items) if PATH.match(item.path)]
    if not places:
        return variables
    posts, slugs, numbers = zip(*(_address(items[place]) for place in places), strict=True)
    for row in await conn.fetch(READ, posts, slugs, numbers):
        place = places[row["place"] - 1]
        item = items[place]
        title, text = item.title if row["has_title"] else "", item.text if row["has_text"] else ""
        items[place] = msgspec.structs.replace(item, title=title, text=text)
    written: News = msgspec.structs.replace(news, items=tuple(items))
    return {**variables, NEWS_VARIABLE: msgspec.json.encode(written).decode()}


def _address(item: NewsItem) -> tuple[UUID | None, str | None, int | None]:
    """The topic, or the slug of the article whose topic it is, and the number of the reply."""
    post, slug, number = found.groups() if (found := PATH.match(item.path)) else (None, None, None)
    return UUID(post) if post else None, unquote(slug) if slug else None, int(number) if number else None
