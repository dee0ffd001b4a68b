"""Takes texts out of queued emails that were marked, hidden or deleted after the email was queued.

Read at the time of sending, from the views of the role balai_mailer, which does not see marked texts. The email is sent
all the same: with the member's name and the link, without title and text.
"""

import re
from uuid import UUID

import msgspec

from balai.database.pool import Connection
from balai.messaging.notices.listing import NEWS_VARIABLE, News, NewsItem, read_news

# As NewsItem.path has it; of what was split or moved since then the text stays away.
PATH = re.compile(r"/forum/[^/]+/post/([0-9a-f-]{36})(?:\?reply=(\d+))?")
READ = """
select wanted.post_id, wanted.number, post.id is not null as has_title,
  case when wanted.number is null then post.id else reply.id end is not null as has_text
from unnest($1::uuid[], $2::int[]) as wanted (post_id, number)
left join texts.posts_to_mail as post on post.id = wanted.post_id
left join public.replies as source on source.post_id = wanted.post_id and source.number = wanted.number
left join texts.replies_to_mail as reply on reply.id = source.id
"""


async def leave_out_marked(conn: Connection, variables: dict[str, str]) -> dict[str, str]:
    """The variables of a message without the titles and texts that may not be emailed any more."""
    news = read_news(variables)
    if news is None:
        return variables
    places = [_place(item) for item in news.items]
    wanted = [place for place in places if place is not None]
    if not wanted:
        return variables
    rows = await conn.fetch(READ, [post for post, _ in wanted], [number for _, number in wanted])
    known = {(row["post_id"], row["number"]): row for row in rows}
    items = []
    for item, place in zip(news.items, places, strict=True):
        row = known[place] if place is not None else None
        if row is None:
            items.append(item)
        else:
            title, text = item.title if row["has_title"] else "", item.text if row["has_text"] else ""
            items.append(msgspec.structs.replace(item, title=title, text=text))
    written: News = msgspec.structs.replace(news, items=tuple(items))
    return {**variables, NEWS_VARIABLE: msgspec.json.encode(written).decode()}


def _place(item: NewsItem) -> tuple[UUID, int | None] | None:
    found = PATH.match(item.path)
    return found and (UUID(found[1]), int(found[2]) if found[2] else None)
