"""The texts of articles that wait for a decision, the longest first.

Row policies decide which reviews a visitor sees: editors all, translators those of their scopes, writers their own.
"""

from datetime import datetime
from uuid import UUID

from balai.site.languages import find_lang
from balai.site.loaders.rows import read_row
from balai.site.payloads import Lang, Payload
from balai.site.screens import Page, PageRequest, encode_cursor

PAGE_SIZE = 30
# From the index article_reviews_waiting, in its order.
LIST_WAITING = """
select review.id, review.language as lang, review.note, review.submitted_at, text.title, text.slug,
  writer.display_name as writer_name,
  exists (
    select from public.article_reviews as earlier
    where earlier.article_id = review.article_id and earlier.language = review.language
      and earlier.outcome = 'changes_asked') as is_again
from public.article_reviews as review
join public.articles as article on article.id = review.article_id and article.deleted_at is null
join public.article_texts as text on text.article_id = review.article_id and text.language = review.language
left join public.profiles as writer on writer.id = review.member_id
where review.outcome is null and ($1::text is null or review.language = $1::text::public.language)
  and ($2::timestamptz is null or (review.submitted_at, review.id) > ($2, $3))
order by review.submitted_at, review.id
limit $4
"""


class WaitingReview(Payload, frozen=True):
    """A text in review. `writer_name`: None for a deleted account. `is_again`: after changes were asked for."""

    id: UUID
    lang: Lang
    title: str
    slug: str
    writer_name: str | None
    note: str
    submitted_at: datetime
    is_again: bool


class AdminReviewsPayload(Payload, frozen=True):
    """A page of the queue. `language`: of the texts, None for all."""

    reviews: tuple[WaitingReview, ...]
    language: Lang | None
    next: str | None


async def load_reviews(request: PageRequest) -> Page[AdminReviewsPayload]:
    """A page of the texts in review that the visitor sees."""
    language = find_lang(request.query.get("language"))
    after = request.after(tuple[datetime, UUID]) or (None, None)
    rows = await request.conn.fetch(LIST_WAITING, language, *after, PAGE_SIZE + 1)
    shown = tuple(read_row(WaitingReview, row) for row in rows[:PAGE_SIZE])
    last = shown[-1] if len(rows) > PAGE_SIZE else None
    return Page(AdminReviewsPayload(shown, language, encode_cursor(last.submitted_at, last.id) if last else None))
