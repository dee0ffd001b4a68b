"""The article editor: all languages of an article, published or not."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from balai.site.loaders.audiences import list_audiences
from balai.site.loaders.blog.articles import LIST_TAGS, article_state, article_words, is_outdated
from balai.site.loaders.blog.payloads import (
    ArticleReview,
    BlogDraft,
    BlogDraftText,
    BlogWritePayload,
    Edition,
    ReviewState,
    SeriesChoice,
    Subscribers,
)
from balai.site.loaders.rows import read_row
from balai.site.payloads import Head, rich_text
from balai.site.screens import NotFound, Page, PageRequest

if TYPE_CHECKING:
    import asyncpg

    Row = asyncpg.Record

GET_DRAFT = """
select article.id, article.version, article.source_language, article.status, article.publish_at, article.expire_at,
  article.cover_url, article.tags, article.group_id, article.has_comments, now() as now,
  (select part.series_id from public.series_articles as part where part.article_id = article.id) as series_id,
  public.publishes_text(article, article.source_language) as may_publish,
  article.author_id = auth.uid() as is_own, public.may('write', article.group_id) as may_write
from public.article_slugs as address
join public.articles as article on article.id = address.article_id
where address.slug = $1 and article.deleted_at is null
  and (article.author_id = auth.uid() or array[public.site_scope(), article.group_id]
    && ((select public.my_scopes('edit')) || (select public.my_scopes('translate'))))
"""
LIST_REVIEWS = """
select review.language as lang, review.id, writer.display_name as writer_name,
  coalesce(review.member_id = auth.uid(), false) as is_own, review.note, review.submitted_at, review.outcome,
  review.comment, decider.display_name as decider_name, review.decided_at
from public.article_texts as text
cross join lateral (
  select * from public.article_reviews as r where r.article_id = text.article_id and r.language = text.language
  order by r.submitted_at desc, r.id desc limit 20) as review
left join public.profiles as writer on writer.id = review.member_id
left join public.profiles as decider on decider.id = review.decided_by
where text.article_id = $1
order by review.submitted_at desc, review.id desc
"""
HAS_COMMENTS = "select comments_forum_id is not null from public.site_settings"
LIST_DRAFT_TEXTS = """
select text.language as lang, text.title, text.summary, text.body, text.cover_alt, text.slug, text.status, text.version,
  text.source_version, text.source_base, public.publishes_text(article, text.language) as may_publish
from public.article_texts as text join public.articles as article on article.id = text.article_id
where text.article_id = $1 order by text.language
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


LIST_SERIES = """
select series.id, text.language as lang, text.title
from public.series as series
cross join lateral (
  select language, title from public.series_texts where series_id = series.id
  order by array_position(public.language_order($1::public.language), language) limit 1) as text
where public.may('edit')
order by text.title, series.id
"""


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
    reviews = await request.conn.fetch(LIST_REVIEWS, row["id"])
    payload = await _write(request, _draft(row, texts, compared, reviews, edition))
    shown = texts.get(request.lang, texts[row["source_language"]])
    return Page(payload, Head(title=request.text("blog.edit.titleOf", title=shown["title"])))


async def _write(request: PageRequest, article: BlogDraft | None) -> BlogWritePayload:
    tags = await request.conn.fetch(LIST_TAGS)
    comments = await request.conn.fetchval(HAS_COMMENTS)
    may_email = bool(await request.conn.fetchval(MAY_EMAIL, article and article.id))
    published = await list_audiences(request, "publish", "edit")
    subscribers = await request.conn.fetch(LIST_SUBSCRIBERS) if may_email else []
    series = await request.conn.fetch(LIST_SERIES, request.lang)
    return BlogWritePayload(
        article=article,
        tags=tuple(row["tag"] for row in tags),
        comments=comments,
        audiences=await list_audiences(request, "write", "publish", "edit"),
        published_for=tuple(audience.id for audience in published),
        may_email=may_email,
        subscribers=tuple(read_row(Subscribers, row) for row in subscribers),
        series=tuple(read_row(SeriesChoice, row) for row in series),
    )


def _draft(
    row: "Row",
    texts: Mapping[str, "Row"],
    compared: Mapping[int, "Row"],
    reviews: Sequence["Row"],
    edition: "Row | None",
) -> BlogDraft:
    source = texts.get(row["source_language"])
    is_waiting = any(review["outcome"] is None for review in reviews)
    # A contributor: others publish what they write.
    is_writers = bool(row["is_own"]) and not row["may_publish"]
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
        series_id=row["series_id"],
        texts=tuple(_text(row, text, source, compared, reviews) for text in texts.values()),
        edition=read_row(Edition, edition) if edition else None,
        may_publish=row["may_publish"],
        may_submit=is_writers and row["may_write"],
        is_locked=is_writers and (row["status"] == "published" or is_waiting),
    )


def _text(
    article: "Row", text: "Row", source: "Row | None", compared: Mapping[int, "Row"], reviews: Sequence["Row"]
) -> BlogDraftText:
    own = [review for review in reviews if review["lang"] == text["lang"]]
    state = _review_state(text, own)
    return BlogDraftText(
        lang=text["lang"],
        title=text["title"],
        summary=text["summary"],
        body=rich_text(text["body"]),
        cover_alt=text["cover_alt"],
        slug=text["slug"],
        status=text["status"],
        is_outdated=is_outdated(text, source),
        compared=article_words(compared[text["source_base"]]) if text["source_base"] in compared else None,
        review_state=state,
        reviews=tuple(read_row(ArticleReview, review) for review in own),
        may_publish=text["may_publish"],
        is_locked=bool(article["is_own"]) and not text["may_publish"] and state in {"in_review", "published"},
    )


def _review_state(text: "Row", reviews: Sequence["Row"]) -> ReviewState:
    """Not stored: the text's own status, else that of its newest review."""
    if text["status"] == "published":
        return "published"
    if not reviews:
        return "draft"
    newest = reviews[0]["outcome"]
    return "in_review" if newest is None else "changes_asked" if newest == "changes_asked" else "draft"
