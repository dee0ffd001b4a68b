"""The article editor: all languages of an article, published or not."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from balai.site.loaders.audiences import list_audiences
from balai.site.loaders.blog.articles import LIST_TAGS, article_state, article_words, is_outdated
from balai.site.loaders.blog.payloads import BlogDraft, BlogDraftText, BlogWritePayload, Edition, Subscribers
from balai.site.loaders.rows import read_row
from balai.site.screens import Head, NotFound, Page, PageRequest, rich_text

if TYPE_CHECKING:
    import asyncpg

    Row = asyncpg.Record

GET_DRAFT = """
select article.id, article.version, article.source_language, article.status, article.publish_at, article.expire_at,
  article.cover_url, article.tags, article.group_id, article.has_comments, now() as now
from public.article_slugs as address
join public.articles as article on article.id = address.article_id
where address.slug = $1 and article.deleted_at is null
  and (article.author_id = auth.uid() or array[public.site_scope(), article.group_id]
    && ((select public.my_scopes('edit')) || (select public.my_scopes('translate'))))
"""
HAS_COMMENTS = "select comments_forum_id is not null from public.site_settings"
LIST_DRAFT_TEXTS = """
select text.language as lang, text.title, text.summary, text.body, text.cover_alt, text.slug, text.status, text.version,
  text.source_version, text.source_base
from public.article_texts as text where text.article_id = $1 order by text.language
"""
# Row policies return versions to those who may edit the article.
LIST_COMPARED = """
select id, title, summary, body, cover_alt from public.article_versions where id = any ($1::bigint[])
"""
MAY_EMAIL = """
select coalesce(
  (select public.may_email_article(article) from public.articles as article where article.id = $1),
  (public.my_scopes('edit') || public.my_scopes('publish')) <> '{}')
"""
GET_EDITION = "select started_at, ended_at, stopped_at, sent, waiting from public.edition_of($1)"
LIST_SUBSCRIBERS = "select language, members, guests from public.count_newsletter()"


async def load_new(request: PageRequest) -> Page[BlogWritePayload]:
    """The editor for a new article."""
    return Page(await _write(request, None))


async def load_edit(request: PageRequest) -> Page[BlogWritePayload]:
    """The editor for an article, by any slug that it ever had."""
    row = await request.conn.fetchrow(GET_DRAFT, request.params["blogId"])
    if row is None:
        raise NotFound
    texts = {text["lang"]: text for text in await request.conn.fetch(LIST_DRAFT_TEXTS, row["id"])}
    source = texts.get(row["source_language"])
    bases = [text["source_base"] for text in texts.values() if is_outdated(text, source)]
    compared = {base["id"]: base for base in await request.conn.fetch(LIST_COMPARED, bases)} if bases else {}
    edition = await request.conn.fetchrow(GET_EDITION, row["id"])
    payload = await _write(request, _draft(row, texts, compared, edition))
    shown = texts.get(request.lang, texts[row["source_language"]])
    return Page(payload, Head(title=request.text("blog.edit.titleOf", title=shown["title"])))


async def _write(request: PageRequest, article: BlogDraft | None) -> BlogWritePayload:
    tags = await request.conn.fetch(LIST_TAGS)
    comments = await request.conn.fetchval(HAS_COMMENTS)
    may_email = bool(await request.conn.fetchval(MAY_EMAIL, article and article.id))
    subscribers = await request.conn.fetch(LIST_SUBSCRIBERS) if may_email else []
    return BlogWritePayload(
        article=article,
        tags=tuple(row["tag"] for row in tags),
        comments=comments,
        audiences=await list_audiences(request, "write", "publish", "edit"),
        may_email=may_email,
        subscribers=tuple(read_row(Subscribers, row) for row in subscribers),
    )


def _draft(row: "Row", texts: Mapping[str, "Row"], compared: Mapping[int, "Row"], edition: "Row | None") -> BlogDraft:
    source = texts.get(row["source_language"])
    return BlogDraft(
        id=row["id"],
        version=row["version"],
        source_language=row["source_language"],
        state=article_state(row),
        publish_at=row["publish_at"],
        expire_at=row["expire_at"],
        cover_url=row["cover_url"],
        tags=tuple(row["tags"]),
        group_id=row["group_id"],
        has_comments=row["has_comments"],
        texts=tuple(
            BlogDraftText(
                lang=text["lang"],
                title=text["title"],
                summary=text["summary"],
                body=rich_text(text["body"]),
                cover_alt=text["cover_alt"],
                slug=text["slug"],
                status=text["status"],
                is_outdated=is_outdated(text, source),
                compared=article_words(compared[text["source_base"]]) if text["source_base"] in compared else None,
            )
            for text in texts.values()
        ),
        edition=read_row(Edition, edition) if edition else None,
    )
