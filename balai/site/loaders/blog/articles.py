"""The blog for its readers: the list, and one article.

An article is shown in the language of the page, else in the first of the reader's own languages that it has, else in
its source language: always one language for the whole article, named on the page. An article has one address per
language. The address of a missing translation shows the source text and names it as canonical.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from uuid import UUID

import msgspec

from balai.site.loaders.blog.comments import load_comments
from balai.site.loaders.blog.json_ld import article_json_ld
from balai.site.loaders.blog.payloads import (
    ArticleComments,
    ArticleSeries,
    ArticleState,
    ArticleWords,
    BlogArticlePayload,
    BlogAuthor,
    BlogCard,
    BlogPayload,
    BlogSibling,
    BlogWriter,
)
from balai.site.loaders.blog.series_parts import load_article_series
from balai.site.loaders.blog.topics import TOPICS
from balai.site.loaders.previews import load_previews, with_previews
from balai.site.loaders.publication import next_change
from balai.site.payloads import LANGS, Head, Lang, rich_text
from balai.site.rich_text import plain_text, reading_minutes
from balai.site.screens import Moved, NotFound, Page, PageRequest, encode_cursor

if TYPE_CHECKING:
    import asyncpg

    Row = asyncpg.Record

PAGE_SIZE = 12
NEWEST = (datetime.max.replace(tzinfo=UTC), UUID(int=2**128 - 1))
MAX_DESCRIPTION_LENGTH = 200
# $1 the page's language. Lists exclude what only administrators may see.
LIST_ARTICLES = """
select article.id, article.publish_at, article.cover_url, article.tags, article.group_id is not null as is_limited,
  text.language as lang, text.slug, text.title, text.summary, text.cover_alt,
  exists (
    select from public.article_texts as source
    where source.article_id = article.id and source.language = article.source_language
      and source.version > text.source_version
  ) as is_outdated,
  author.id as author_id, author.display_name as author_name, author.picture_url as author_picture
from (
  select id, author_id, source_language, publish_at, cover_url, tags, group_id from public.articles
  where status = 'published' and deleted_at is null and publish_at <= now() and (expire_at is null or expire_at > now())
    and (publish_at, id) < ($2, $3) {tagged}
  order by publish_at desc, id desc
  limit $4
) as article
cross join lateral (
  select language, slug, title, summary, cover_alt, source_version from public.article_texts
  where article_id = article.id and status = 'published'
  order by array_position((select public.preferred_languages($1::public.language)), language),
    language = article.source_language desc
  limit 1
) as text
left join public.profiles as author on author.id = article.author_id
order by article.publish_at desc, article.id desc
"""
LIST_NEWEST = LIST_ARTICLES.format(tagged="")
LIST_TAGGED = LIST_ARTICLES.format(tagged="and tags @> array[$5::text]")
# Of a tag and in a language, each null for any.
LIST_FOR_FEED = LIST_ARTICLES.format(
    tagged="""and ($5::text is null or tags @> array[$5]) and ($6::public.language is null or exists (
      select from public.article_texts
      where article_id = articles.id and language = $6 and status = 'published'))"""
)
LIST_OF_GROUP = LIST_ARTICLES.format(tagged="and group_id = $5")

LIST_BY_IDS = LIST_ARTICLES.format(tagged="and id = any($5::uuid[])")

# The newest that share a tag, found by the index of tags; then the newest of all, where too few share one.
RELATED = 3
RELATED_CANDIDATES = 12
LIST_RELATED = LIST_ARTICLES.format(tagged="and tags && $5::text[] and id <> $6")
LIST_OTHERS = LIST_ARTICLES.format(tagged="and id <> $5")

# The tags of the newest 200 articles, most frequent first: the cost does not grow with the blog.
LIST_TAGS = """
select tag from (
  select tags from public.articles
  where status = 'published' and deleted_at is null and publish_at <= now()
  order by publish_at desc, id desc limit 200
) as newest, unnest(tags) as tag
group by tag order by count(*) desc, tag limit 20
"""

FIND_ARTICLE = """
select article.id, article.source_language, article.status, article.publish_at, article.expire_at,
  article.cover_url, article.tags, article.group_id is not null as is_limited,
  now() as now, public.preferred_languages($2::public.language)::text[] as wanted,
  author.id as author_id, author.display_name as author_name, author.picture_url as author_picture,
  public.person_about(author.id) as author_about, public.comments_area(article) as comments_area
from public.article_slugs as address
join public.articles as article on article.id = address.article_id
left join public.profiles as author on author.id = article.author_id
where address.slug = $1 and article.deleted_at is null
"""
LIST_TEXTS = """
select language as lang, title, summary, slug, cover_alt, status, version, source_version, updated_at,
  case when language = any($2::public.language[]) then body end as body
from public.article_texts where article_id = $1 order by language
"""


def name_topic(request: PageRequest, tag: str) -> str:
    """The name of a common topic in the page's language. Other tags are returned as written."""
    return request.text(f"topic.{tag.lower()}") if tag.lower() in TOPICS else tag


async def load_blog(request: PageRequest) -> Page[BlogPayload]:
    """A page of articles, newest first, optionally of one tag."""
    after = request.after(tuple[datetime, UUID])
    tag = request.query.get("tag")
    rows = await list_articles(request, after or NEWEST, PAGE_SIZE + 1, tag)
    shown = rows[:PAGE_SIZE]
    tags = await request.conn.fetch(LIST_TAGS)
    payload = BlogPayload(
        articles=shown,
        tags=tuple(row["tag"] for row in tags),
        tag=tag,
        is_first_page=after is None,
        next=encode_cursor(shown[-1].publish_at, shown[-1].id) if len(rows) > PAGE_SIZE else None,
    )
    title = request.text("blog.tagged", tag=name_topic(request, tag)) if tag else None
    head = Head(title=title, description=request.text("blog.description"), noindex=bool(tag and not rows))
    return Page(payload, head, valid_until=await next_change(request))


async def list_articles(
    request: PageRequest, before: tuple[datetime, UUID], limit: int, tag: str | None = None
) -> tuple[BlogCard, ...]:
    """The articles published now, newest first, older than `before`."""
    statement, more = (LIST_TAGGED, (tag,)) if tag else (LIST_NEWEST, ())
    rows = await request.conn.fetch(statement, request.lang, *before, limit, *more)
    return tuple(_card(row) for row in rows)


async def list_feed_articles(request: PageRequest, tag: str | None, lang: Lang | None) -> tuple[BlogCard, ...]:
    """The newest articles for a feed. `lang`: those with a text in this language alone."""
    rows = await request.conn.fetch(LIST_FOR_FEED, request.lang, *NEWEST, PAGE_SIZE, tag, lang)
    return tuple(_card(row) for row in rows)


async def list_group_articles(request: PageRequest, group: UUID, limit: int) -> tuple[BlogCard, ...]:
    """The newest articles that the members of one group alone read."""
    return tuple(_card(row) for row in await request.conn.fetch(LIST_OF_GROUP, request.lang, *NEWEST, limit, group))


async def list_articles_by_ids(request: PageRequest, ids: Sequence[UUID]) -> dict[UUID, BlogCard]:
    """Those of these articles that are published now."""
    rows = await request.conn.fetch(LIST_BY_IDS, request.lang, *NEWEST, len(ids), list(ids))
    return {row["id"]: _card(row) for row in rows}


async def load_article(request: PageRequest) -> Page[BlogArticlePayload]:
    """One article, in the first available of the visitor's languages."""
    article = await request.conn.fetchrow(FIND_ARTICLE, request.params["blogId"], request.lang)
    if article is None:
        raise NotFound
    source: Lang = article["source_language"]
    wanted: list[Lang] = [*article["wanted"], source]
    rows = await request.conn.fetch(LIST_TEXTS, article["id"], wanted)
    texts: Mapping[Lang, Row] = {row["lang"]: row for row in rows}
    text = next((texts[lang] for lang in wanted if lang in texts), None)
    if text is None:
        raise NotFound
    address = _slug(texts, request.lang, source, text)
    if address != request.params["blogId"]:
        raise Moved(request.path_to("blog.article", query=request.query, blogId=address))
    comments = await load_comments(request, article["id"], article["comments_area"])
    previews = await load_previews(request, [(article["id"], text["body"])])
    series = await load_article_series(request, article["id"])
    related = await _list_related(request, article)
    shown = _article(article, text, texts, related=related, series=series, comments=comments)
    body = with_previews(text["body"], previews.get(article["id"]))
    return Page(
        msgspec.structs.replace(shown, body=rich_text(body or text["body"])),
        _head(request, article, text, comments),
        valid_until=await next_change(request),
        alternates={
            lang: request.path_to("blog.article", lang=lang, blogId=_slug(texts, lang, source, text)) for lang in LANGS
        },
        translated=frozenset(lang for lang, row in texts.items() if row["status"] == "published"),
        canonical=request.path_to("blog.article", lang=text["lang"], blogId=text["slug"]),
    )


async def _list_related(request: PageRequest, article: "Row") -> tuple[BlogCard, ...]:
    """Articles to read next: those with a tag of this one, in the language of the page first."""
    first = (request.lang, *NEWEST, RELATED_CANDIDATES)
    rows = await request.conn.fetch(LIST_RELATED, *first, article["tags"], article["id"]) if article["tags"] else []
    cards = sorted((_card(row) for row in rows), key=lambda card: card.lang != request.lang)[:RELATED]
    if len(cards) < RELATED:
        known = {card.id for card in cards}
        others = await request.conn.fetch(LIST_OTHERS, *first, article["id"])
        cards += [card for row in others if (card := _card(row)).id not in known][: RELATED - len(cards)]
    return tuple(cards)


def article_state(article: "Row") -> ArticleState:
    """The state of an article by the clock of the database (`now` in the row)."""
    if article["status"] == "draft":
        return "draft"
    if article["publish_at"] > article["now"]:
        return "planned"
    if article["expire_at"] and article["expire_at"] <= article["now"]:
        return "expired"
    return "published"


def is_outdated(text: "Row", source: "Row | None") -> bool:
    """Whether the source has changed since the translation was last marked as up to date."""
    return text["source_version"] is not None and source is not None and text["source_version"] < source["version"]


def article_words(row: "Row") -> ArticleWords:
    """The text of a version, or of one language."""
    return ArticleWords(
        title=row["title"], summary=row["summary"], body=rich_text(row["body"]), cover_alt=row["cover_alt"]
    )


def _card(row: "Row") -> BlogCard:
    return BlogCard(
        id=row["id"],
        slug=row["slug"],
        lang=row["lang"],
        title=row["title"],
        summary=row["summary"],
        cover_url=row["cover_url"],
        cover_alt=row["cover_alt"],
        tags=tuple(row["tags"]),
        author=_author(row),
        publish_at=row["publish_at"],
        is_outdated=row["is_outdated"],
        is_limited=row["is_limited"],
    )


def _author(row: "Row") -> BlogAuthor | None:
    if row["author_id"] is None:
        return None
    return BlogAuthor(id=row["author_id"], display_name=row["author_name"], picture_url=row["author_picture"])


def _writer(row: "Row") -> BlogWriter | None:
    author = _author(row)
    if author is None:
        return None
    return BlogWriter(
        id=author.id, display_name=author.display_name, picture_url=author.picture_url, about=row["author_about"]
    )


def _article(
    article: "Row",
    text: "Row",
    texts: Mapping[Lang, "Row"],
    *,
    related: tuple[BlogCard, ...],
    series: ArticleSeries | None,
    comments: ArticleComments | None,
) -> BlogArticlePayload:
    siblings = (row for row in texts.values() if row["lang"] != text["lang"] and row["status"] == "published")
    return BlogArticlePayload(
        id=article["id"],
        slug=text["slug"],
        lang=text["lang"],
        title=text["title"],
        summary=text["summary"],
        body=rich_text(text["body"]),
        cover_url=article["cover_url"],
        cover_alt=text["cover_alt"],
        tags=tuple(article["tags"]),
        author=_writer(article),
        minutes=reading_minutes(text["body"]),
        related=related,
        series=series,
        publish_at=article["publish_at"],
        changed_at=_changed_at(article, text),
        siblings=tuple(BlogSibling(lang=row["lang"], title=row["title"], slug=row["slug"]) for row in siblings),
        state=article_state(article),
        text_status=text["status"],
        source_lang=article["source_language"],
        is_outdated=is_outdated(text, texts.get(article["source_language"])),
        is_limited=article["is_limited"],
        comments=comments,
        can_moderate=comments is not None and comments.can_moderate,
    )


def _changed_at(article: "Row", text: "Row") -> datetime | None:
    """When the text was last changed, if that was after its publication."""
    changed: datetime = text["updated_at"]
    is_later = text["version"] > 1 and article["publish_at"] and changed > article["publish_at"]
    return changed if is_later else None


def _head(request: PageRequest, article: "Row", text: "Row", comments: ArticleComments | None) -> Head:
    description = text["summary"] or plain_text(text["body"], MAX_DESCRIPTION_LENGTH)
    return Head(
        title=text["title"],
        description=description,
        og_image=article["cover_url"],
        og_type="article",
        json_ld=article_json_ld(request, article, text, description, comments) if request.is_anonymous else (),
        noindex=article_state(article) != "published" or text["status"] != "published",
    )


def _slug(texts: Mapping[Lang, "Row"], lang: Lang, source: Lang, shown: "Row") -> str:
    """An article's slug under a language's prefix: its own, else that of the source."""
    slug: str = texts.get(lang, texts.get(source, shown))["slug"]
    return slug
