"""One post with its replies, and the form for a new post.

A thread is paged by the numbers of its replies, which have no gaps: page two starts after number 20, and the page of
reply 57 (`?reply=57`) is computed, at any length. For a member without such a query it is the page with the first reply
that they have not read.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING
from uuid import UUID

from balai.site.loaders.day.session import leave_thread, read_session
from balai.site.loaders.forum.entries import load_marks, opening_post, read_answer, read_reply
from balai.site.loaders.forum.held import list_own_held
from balai.site.loaders.forum.json_ld import post_json_ld
from balai.site.loaders.forum.names import FORUM_TEXT, forum_name
from balai.site.loaders.forum.payloads import ForumNewPostPayload, ForumPostPayload
from balai.site.loaders.forum.polls import read_poll
from balai.site.payloads import LANGS, Head, JsonLd
from balai.site.rich_text import plain_text
from balai.site.screens import Moved, NotFound, Page, PageRequest

if TYPE_CHECKING:
    import asyncpg

    Row = asyncpg.Record

REPLIES_PER_PAGE = 20
# The mark of texts that search engines and the search of the site do not find.
INDEX, TRANSLATE = "index", "translate"
# More are no number of a reply.
MAX_DIGITS = 10

# Of the translation into the page's language, if there is one.
TRANSLATED = """
  translated.language as translated_language, translated.title as translated_title, translated.body as translated_body,
  translator.display_name as translator_name, translated.source_version < {original}.text_version as is_outdated
"""

POST = f"""
select post.id, post.language, post.title, post.body, post.is_pinned, post.is_locked, post.reply_count,
  post.tags, post.reactions::text, post.solved_reply_id,
  post.merged_into, post.lock_reason, post.lock_note, post.lock_at, post.unlock_at, post.pinned_until,
  post.slow_seconds, (select poll.id from public.polls as poll where poll.post_id = post.id) as poll_id,
  post.hidden_at, post.deleted_at, post.created_at, post.edited_at, post.kept_from,
  forum.kept_from || coalesce(above.kept_from, '{{{{}}}}') as area_kept_from,
  {TRANSLATED.format(original="post")},
  editor.display_name as editor_name,
  author.id as author_id, author.display_name as author_name, author.picture_url as author_picture,
  coalesce((select max(reply.number) from public.replies as reply where reply.post_id = post.id), 0) as last_number,
  forum.id as forum_id, forum.slug, forum.position, text.language as forum_language, text.name, text.description,
  forum.edit_window, forum.slot_id, {{rights}}, {{last_read}} as last_read, {{watch}} as watch
from public.posts as post
join public.forums as forum on forum.id = post.forum_id {FORUM_TEXT}
left join public.forums as above on above.id = forum.parent_id
left join public.profiles as author on author.id = post.author_id
left join public.profiles as editor on editor.id = post.edited_by
left join public.translations as translated on translated.post_id = post.id and translated.language = $1
left join public.profiles as translator on translator.id = translated.translator_id
where post.id = $2
"""  # noqa: S608 - our own fragment
# Guests are asked to sign in before they reply.
GET_POST_AS_GUEST = POST.format(
    rights="true as can_reply, false as can_moderate, false as has_held", last_read="null::integer", watch="null"
)
# $3: the member. $4: whether they moderate at all. Only the rights in the thread of a session do not come from a role.
GET_POST = POST.format(
    rights="""
  public.may('reply', forum.id) as can_reply,
  ($4 or forum.slot_id is not null) and public.may('moderate', forum.id) as can_moderate,
  exists (select from public.my_held_texts(post.id)) as has_held
""",
    last_read="(select t.last_number from public.thread_reads as t where t.post_id = post.id and t.member_id = $3)",
    watch="(select w.level from public.watches as w where w.post_id = post.id and w.member_id = $3)",
)

# $4: the page's language.
LIST_REPLIES = f"""
select reply.id, reply.number, reply.language, reply.body, reply.hidden_at, reply.deleted_at, reply.created_at,
  reply.edited_at, reply.reactions::text, editor.display_name as editor_name,
  author.id as author_id, author.display_name as author_name, author.picture_url as author_picture,
  quoted.number as quoted_number, quoted_author.display_name as quoted_name,
  reply.became_post, reply.kept_from,
  case when reply.became_post is not null then (
    select made_in.slug from public.posts as made join public.forums as made_in on made_in.id = made.forum_id
    where made.id = reply.became_post and made.title is not null) end as made_in,
  {TRANSLATED.format(original="reply")}
from public.replies as reply
left join public.profiles as author on author.id = reply.author_id
left join public.profiles as editor on editor.id = reply.edited_by
left join public.translations as translated on translated.reply_id = reply.id and translated.language = $4
left join public.profiles as translator on translator.id = translated.translator_id
left join public.replies as quoted on quoted.id = reply.quoted_reply_id and quoted.post_id = reply.post_id
left join public.profiles as quoted_author on quoted_author.id = quoted.author_id
where reply.post_id = $1 and reply.number > $2 and reply.number <= $2 + $3
order by reply.number
limit $3
"""  # noqa: S608 - our own fragment

# Where a reply of the post $1 is now; number 0: the text of a post that was merged.
FIND_MOVED = """
select reply.post_id, reply.number, forum.slug
from public.moved_replies as moved
join public.replies as reply on reply.id = moved.reply_id
join public.posts as post on post.id = reply.post_id
join public.forums as forum on forum.id = post.forum_id
where moved.post_id = $1 and moved.number = $2 and reply.post_id <> $1
"""

# Guests see the form of every area that they see; members those in which they may post.
LIST_FORUM_NAMES = f"""
select forum.id, forum.slug, forum.position, text.language, text.name, text.description
from public.forums as forum {FORUM_TEXT}
where auth.uid() is null or public.may('create', forum.id)
order by forum.position, forum.id
limit 200
"""  # noqa: S608 - our own fragment


async def load_post(request: PageRequest) -> Page[ForumPostPayload]:
    """One post with the requested page of its replies."""
    row = await get_post(request, request.uuid("postId"))
    if row is None:
        await leave_thread(request, request.uuid("postId"))
        raise NotFound
    if row["merged_into"] is not None or "reply" in request.query:
        await _follow_moved(request, row)
    if row["slug"] != request.params["forumId"]:
        query = {name: request.query[name] for name in ("after", "reply") if name in request.query}
        address = {"forumId": row["slug"], "postId": str(row["id"])}
        raise Moved(request.path_to("forum.post", query=query, **address), is_final=False)
    after = first_number(request.query, row["last_number"])
    if row["last_read"] is not None and not request.query.keys() & {"after", "reply"}:
        after = unread_page(row)
    replies = await request.conn.fetch(LIST_REPLIES, row["id"], after, REPLIES_PER_PAGE, request.lang)
    marks = await load_marks(request, [row, *replies])
    poll = await read_poll(request, row)
    payload = ForumPostPayload(
        forum=forum_name(row, row["forum_language"], row["forum_id"]),
        is_untranslated=TRANSLATE in (*row["kept_from"], *row["area_kept_from"]),
        post=opening_post(request, row, marks, await read_answer(request, row)),
        held=await list_own_held(request, topic=row["id"]) if row["has_held"] else (),
        poll=poll,
        replies=tuple(read_reply(request, row, reply, marks) for reply in replies),
        after=after,
        last_number=row["last_number"],
        page_size=REPLIES_PER_PAGE,
        last_read=row["last_read"],
        watch=row["watch"],
        can_reply=row["can_reply"],
        can_moderate=row["can_moderate"],
        session=await read_session(request, row["forum_id"], row["slot_id"]),
    )
    where = {"after": str(after)} if after else None
    address = {"forumId": row["slug"], "postId": str(row["id"])}
    return Page(
        payload,
        _post_head(request, row, replies, after),
        alternates={lang: request.path_to("forum.post", lang=lang, query=where, **address) for lang in LANGS},
        canonical=request.path_to("forum.post", query=where, **address),
        valid_until=poll.closes_at if poll and not poll.is_closed else None,
    )


async def get_post(request: PageRequest, post: UUID) -> "Row | None":
    """A post with its forum and what the visitor may do there."""
    if request.visitor is None:
        return await request.conn.fetchrow(GET_POST_AS_GUEST, request.lang, post)
    moderates = "moderate" in request.visitor.rights
    return await request.conn.fetchrow(GET_POST, request.lang, post, request.visitor.id, moderates)


async def load_new_post(request: PageRequest) -> Page[ForumNewPostPayload]:
    """The form for a new post. Anyone may see it; row policies require an account to publish."""
    rows = await request.conn.fetch(LIST_FORUM_NAMES, request.lang)
    forums = tuple(forum_name(row, row["language"]) for row in rows)
    wanted = request.query.get("forum")
    chosen = next((forum.slug for forum in forums if forum.slug == wanted), None)
    return Page(ForumNewPostPayload(forums=forums, chosen=chosen))


async def _follow_moved(request: PageRequest, row: "Row") -> None:
    """Redirect to where a moved reply, or a merged post, is now."""
    text = request.query.get("reply", "0")
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < MAX_DIGITS else 0
    found = await request.conn.fetchrow(FIND_MOVED, row["id"], number) if number or row["merged_into"] else None
    if found is None and row["merged_into"] is not None:
        found = await request.conn.fetchrow(FIND_MOVED, row["id"], 0)
    if found is None:
        return
    reply = str(found["number"])
    address = {"forumId": found["slug"], "postId": str(found["post_id"])}
    raise Moved(request.path_to("forum.post", query={"reply": reply}, **address) + f"#reply-{reply}", is_final=False)


def first_number(query: Mapping[str, str], last_number: int) -> int:
    """The number after which the page of replies begins: as requested, or of the page that contains `?reply=`."""
    name = "reply" if "reply" in query else "after"
    text = query.get(name, "0")
    if not (text.isascii() and text.isdecimal() and len(text) < MAX_DIGITS):
        raise NotFound
    number = int(text)
    if number == 0:
        return 0
    if number > last_number or (name == "after" and number == last_number):
        raise NotFound
    return (number - 1) // REPLIES_PER_PAGE * REPLIES_PER_PAGE if name == "reply" else number


def unread_page(row: "Row") -> int:
    """The number before the page on which a member goes on reading: with the first unread reply, else the last page."""
    first_unread: int = max(1, min(row["last_read"] + 1, row["last_number"]))
    return (first_unread - 1) // REPLIES_PER_PAGE * REPLIES_PER_PAGE


def _post_head(request: PageRequest, row: "Row", replies: Sequence["Row"], after: int) -> Head:
    if row["body"] is None:
        return Head(title=request.text("forum.post.gone"), noindex=True)
    # Previews of the address in other programs show the description, and keep it.
    is_kept = INDEX in row["kept_from"] or INDEX in row["area_kept_from"]
    description = None if is_kept else plain_text(row["translated_body"] or row["body"], 160)
    json_ld: tuple[JsonLd, ...] = ()
    # One marked reply keeps its page out of search engines: they read pages whole.
    kept = any(INDEX in one["kept_from"] for one in (row, *replies)) or INDEX in row["area_kept_from"]
    if request.is_anonymous and not kept:
        json_ld = post_json_ld(request, row, replies, description or "" if after else plain_text(row["body"], 5000))
    return Head(
        title=row["translated_title"] or row["title"],
        description=description,
        og_type="article",
        noindex=kept,
        json_ld=json_ld,
    )
