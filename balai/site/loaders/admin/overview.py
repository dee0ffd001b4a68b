"""Administration: the overview, the articles with the state of their translations, and the site's settings.

Every query is bounded, so the pages are as fast on a large site.
"""

from datetime import date, datetime
from typing import TYPE_CHECKING, Literal
from uuid import UUID
from zoneinfo import ZoneInfo

import msgspec

from balai.site.loaders.admin.setup import SetupStep, read_steps
from balai.site.loaders.admin.waiting import MAX_COUNT
from balai.site.loaders.blog.payloads import ArticleState, TextStatus
from balai.site.loaders.forum.names import forum_name
from balai.site.loaders.forum.payloads import ForumName
from balai.site.loaders.forum.threads import LIST_FORUM_NAMES
from balai.site.loaders.rows import read_row
from balai.site.payloads import Lang, Payload, RichText, rich_text
from balai.site.screens import NotFound, Page, PageRequest, encode_cursor

if TYPE_CHECKING:
    import asyncpg

PAGE_SIZE = 30

# A translation that is older than its source.
OUTDATED = "article.id in (select public.outdated_articles())"
# Pictures without alternative text in one language, the cover included.
UNDESCRIBED = """
public.count_pictures_without_alt(text.body) + (article.cover_url is not null and text.cover_alt = '')::integer
"""
STATES: dict[str, str] = {
    "all": "true",
    "draft": "article.status = 'draft'",
    "planned": "article.status = 'published' and article.publish_at > now()",
    "published": "article.status = 'published' and article.publish_at <= now()"
    " and (article.expire_at is null or article.expire_at > now())",
    "expired": "article.status = 'published' and article.expire_at <= now()",
    "outdated": OUTDATED,
    "undescribed": f"exists (select from public.article_texts as text where text.article_id = article.id"
    f" and {UNDESCRIBED} > 0)",
}
LIST_ARTICLES = """
select article.id, article.updated_at, article.publish_at, article.expire_at, author.display_name as author_name,
  case when article.status = 'draft' then 'draft' when article.publish_at > now() then 'planned'
    when article.expire_at <= now() then 'expired' else 'published' end as state,
  title.language as lang, title.title, title.slug, texts.languages
from public.articles as article
left join public.profiles as author on author.id = article.author_id
cross join lateral (
  select text.language, text.title, text.slug from public.article_texts as text where text.article_id = article.id
  order by array_position((select public.preferred_languages($1::public.language)), text.language),
    text.language = article.source_language desc
  limit 1
) as title
cross join lateral (
  select json_agg(json_build_object(
    'lang', text.language, 'status', text.status, 'isSource', source.language = text.language,
    'isOutdated', coalesce(text.source_version < source.version, false),
    'isInReview', exists (
      select from public.article_reviews as review
      where review.article_id = text.article_id and review.language = text.language and review.outcome is null),
    'undescribed', {undescribed}) order by text.language) as languages
  from public.article_texts as text
  join public.article_texts as source
    on source.article_id = text.article_id and source.language = article.source_language
  where text.article_id = article.id
) as texts
where article.deleted_at is null and {state}
  and ($2::timestamptz is null or (article.updated_at, article.id) < ($2, $3))
order by article.updated_at desc, article.id desc
limit $4
"""

# Beside the counts of every page (admin/waiting.py).
COUNT_CONTENT = f"""
select
  (select count(*) from (
    select from public.articles as article where article.deleted_at is null and {STATES["draft"]} limit {MAX_COUNT}
  ) as few) as drafts,
  (select count(*) from (
    select from public.articles as article where article.deleted_at is null and {OUTDATED} limit {MAX_COUNT}
  ) as few) as outdated,
  (select count(*) from (
    select from public.articles as article
    where article.status = 'published' and article.deleted_at is null
      and article.expire_at between now() and now() + interval '7 days' limit {MAX_COUNT}
  ) as few) as expiring
"""  # noqa: S608 - our own fragments
# The week is the last seven days.
COUNT_WEEK = """
select
  (select count(*) from public.profiles) as members,
  public.count_new_members(now() - interval '7 days') as new_members,
  (select count(*) from public.bookings
    where status = 'booked' and starts_at between now() - interval '7 days' and now() + interval '7 days') as bookings,
  (select count(*) from public.posts
    where created_at > now() - interval '7 days' and hidden_at is null and deleted_at is null) as posts,
  (select coalesce(array_agg(coalesce(views, 0)::integer order by day), '{}') from (
    select day::date as day, (select sum(v.views) from public.page_views as v where v.day = days.day::date) as views
    from generate_series(
      (now() at time zone 'utc')::date - 13, (now() at time zone 'utc')::date, interval '1 day') as days (day)
  ) as visits) as visits
"""
LIST_COMING = """
select d.id, d.starts_at, d.name as service_name, d.text_language as lang, d.member_name, d.party_size
from public.booking_details($1::public.language) as d
where d.status = 'booked' and d.starts_at > now() and d.starts_at < now() + interval '7 days'
order by d.starts_at, d.id
limit 5
"""
LIST_NEWCOMERS = """
select id, display_name, picture_url, created_at
from public.list_members('', 'infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 5)
order by created_at desc, id desc
"""
GET_SETTINGS = """
select time_zone, default_language, requires_bot_check, bot_check_after, administrators_need_factor, has_directory,
  has_messages, comments_forum_id, holds_first_posts, limits_newcomers, post_gap_seconds, hides_after_reports,
  embed_hosts, notice_days, search_days, file_days, draft_days, message_days, privacy_days
from public.site_settings
"""
LIST_OFFERED = """
select s.slug, t.name from public.services s cross join lateral public.service_text(s.id, $1::public.language) t
where s.is_active order by s.position, s.id limit 200
"""
LIST_TEXTS = """
select language as lang, name, tagline, home, about, opening_hours from public.site_texts order by language
"""


class OverviewBooking(Payload, frozen=True):
    id: UUID
    starts_at: datetime
    service_name: str
    lang: Lang
    member_name: str
    party_size: int


class OverviewNewcomer(Payload, frozen=True):
    id: UUID
    display_name: str
    picture_url: str | None
    created_at: datetime


class OverviewWeek(Payload, frozen=True):
    """Numbers of the site. `bookings`: seven days back and ahead. `visits`: pages opened on each of 14 days, in UTC."""

    members: int
    new_members: int
    bookings: int
    posts: int
    visits: tuple[int, ...]


class AdminPayload(Payload, frozen=True):
    """Counts stop at `waiting.countTo`, which means "or more". `today` and `day_part` are in the site's zone.

    `steps`: of the setup guide, until it is finished.
    """

    drafts: int
    outdated: int
    expiring: int
    today: date
    day_part: Literal["morning", "afternoon", "evening"]
    week: OverviewWeek
    steps: tuple[SetupStep, ...]
    coming: tuple[OverviewBooking, ...]
    newcomers: tuple[OverviewNewcomer, ...]


class AdminArticleText(Payload, frozen=True):
    lang: Lang
    status: TextStatus
    is_source: bool
    is_outdated: bool
    is_in_review: bool
    undescribed: int


class AdminArticle(Payload, frozen=True):
    id: UUID
    slug: str
    lang: Lang
    title: str
    state: ArticleState
    publish_at: datetime | None
    expire_at: datetime | None
    updated_at: datetime
    author_name: str | None
    languages: tuple[AdminArticleText, ...]


class AdminArticlesPayload(Payload, frozen=True):
    articles: tuple[AdminArticle, ...]
    status: Literal["all", "draft", "planned", "published", "expired", "outdated", "undescribed"]
    is_first_page: bool
    next: str | None


class AdminSiteText(Payload, frozen=True):
    lang: Lang
    name: str
    tagline: str
    home: RichText
    about: RichText
    opening_hours: str


class EmbedService(Payload, frozen=True):
    """A service that a frame on another website can show."""

    slug: str
    name: str


class AdminSitePayload(Payload, frozen=True):
    time_zone: str
    default_language: Lang
    requires_bot_check: bool
    bot_check_after: int | None
    administrators_need_factor: bool
    has_directory: bool
    has_messages: bool
    comments_forum_id: UUID | None
    holds_first_posts: bool
    limits_newcomers: bool
    post_gap_seconds: int
    hides_after_reports: int | None
    embed_hosts: tuple[str, ...]
    notice_days: int
    search_days: int
    file_days: int
    draft_days: int
    message_days: int
    privacy_days: int
    services: tuple[EmbedService, ...]
    forums: tuple[ForumName, ...]
    texts: tuple[AdminSiteText, ...]


async def load_overview(request: PageRequest) -> Page[AdminPayload]:
    """Open tasks of administrators, and the next bookings."""
    now = request.now.astimezone(ZoneInfo(request.site.time_zone))
    counts = await request.conn.fetchrow(COUNT_CONTENT)
    week = await request.conn.fetchrow(COUNT_WEEK)
    is_new = await request.conn.fetchval("select finished_at is null from public.site_setup")
    coming = await request.conn.fetch(LIST_COMING, request.lang)
    newcomers = await request.conn.fetch(LIST_NEWCOMERS)
    return Page(
        AdminPayload(
            **dict(counts or {}),
            today=now.date(),
            day_part="morning" if now.hour < 12 else "afternoon" if now.hour < 18 else "evening",
            week=read_row(OverviewWeek, dict(week or {})),
            steps=await read_steps(request.conn) if is_new else (),
            coming=tuple(read_row(OverviewBooking, row) for row in coming),
            newcomers=tuple(read_row(OverviewNewcomer, row) for row in newcomers),
        )
    )


async def load_articles(request: PageRequest) -> Page[AdminArticlesPayload]:
    """Every article, last changed first, with the state of each language."""
    status = request.query.get("status", "all")
    if status not in STATES:
        raise NotFound
    after = request.after(tuple[datetime, UUID])
    statement = LIST_ARTICLES.format(state=STATES[status], undescribed=UNDESCRIBED)
    rows = await request.conn.fetch(statement, request.lang, *(after or (None, None)), PAGE_SIZE + 1)
    shown = tuple(_article(row) for row in rows[:PAGE_SIZE])
    return Page(
        AdminArticlesPayload(
            articles=shown,
            status=status,  # type: ignore[arg-type]  # a key of STATES
            is_first_page=after is None,
            next=encode_cursor(shown[-1].updated_at, shown[-1].id) if len(rows) > PAGE_SIZE else None,
        )
    )


async def load_site(request: PageRequest) -> Page[AdminSitePayload]:
    """The site's name and texts in all languages, and its settings."""
    settings = await request.conn.fetchrow(GET_SETTINGS)
    texts = await request.conn.fetch(LIST_TEXTS)
    forums = await request.conn.fetch(LIST_FORUM_NAMES, request.lang)
    services = await request.conn.fetch(LIST_OFFERED, request.lang)
    return Page(
        AdminSitePayload(
            **{**dict(settings or {}), "embed_hosts": tuple(settings["embed_hosts"]) if settings else ()},
            services=tuple(read_row(EmbedService, row) for row in services),
            forums=tuple(forum_name(row, row["language"]) for row in forums),
            texts=tuple(
                AdminSiteText(
                    lang=row["lang"],
                    name=row["name"],
                    tagline=row["tagline"],
                    home=rich_text(row["home"]),
                    about=rich_text(row["about"]),
                    opening_hours=row["opening_hours"],
                )
                for row in texts
            ),
        )
    )


def _article(row: "asyncpg.Record") -> AdminArticle:
    languages = msgspec.json.decode(row["languages"], type=tuple[AdminArticleText, ...])
    return read_row(AdminArticle, {**dict(row), "languages": languages})
