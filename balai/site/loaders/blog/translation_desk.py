"""The desk of translators: what is missing, outdated or a draft in a language, and the progress of each language.

Row policies decide which tasks a visitor sees: those of the things that they may save.
"""

from datetime import datetime
from typing import Literal, get_args
from uuid import UUID

from balai.site.languages import find_lang
from balai.site.loaders.rows import read_row
from balai.site.payloads import Lang, Payload
from balai.site.screens import Page, PageRequest, encode_cursor

PAGE_SIZE = 30
Kind = Literal["article", "page", "resource", "service"]

# Each filter is a condition of its own, so that the page is read from the index in its order.
LIST_TASKS = """
select task.id, task.kind, task.item_id, task.language as lang, task.source_language, task.state, task.amount,
  task.urgency, task.changed_at, thing.title, thing.slug,
  claim.member as claimed_by, claimer.display_name as claimer_name,
  case when claim.member is not null then task.claimed_until end as claimed_until
from public.translation_tasks as task
cross join lateral (select case when task.claimed_until > now() then task.claimed_by end as member) as claim
left join public.profiles as claimer on claimer.id = claim.member
cross join lateral (
  select text.title, text.slug from public.article_texts as text
  where task.kind = 'article' and text.article_id = task.item_id and text.language = task.source_language
  union all
  select text.title, null from public.page_texts as text
  where task.kind = 'page' and text.page_id = task.item_id and text.language = task.source_language
  union all
  select text.title, resource.category_id::text
  from public.resource_texts as text join public.resources as resource on resource.id = text.resource_id
  where task.kind = 'resource' and text.resource_id = task.item_id and text.language = task.source_language
  union all
  select text.name, null from public.service_texts as text
  where task.kind = 'service' and text.service_id = task.item_id and text.language = task.source_language
) as thing
where task.state <> 'done' and (task.until is null or task.until > now())
  and task.language::text = any ($1::text[]) and {filters}
  and ($4::smallint is null or (task.urgency, task.changed_at, task.id) < ($4, $5, $6))
order by task.urgency desc, task.changed_at desc, task.id desc
limit $7
"""
OF_LANGUAGE = "task.language = $2::text::public.language"
OF_KIND = "task.kind = $3"
COUNT_PROGRESS = """
select language::text as lang, count(*)::int as total, count(*) filter (where state = 'done')::int as done,
  coalesce(sum(amount) filter (where source_language <> 'zh'), 0)::int as words,
  coalesce(sum(amount) filter (where source_language = 'zh'), 0)::int as characters
from public.translation_tasks
where (until is null or until > now()) and language::text = any ($1::text[]) and ($2::text is null or kind = $2)
group by language order by language
"""


class TranslationTask(Payload, frozen=True):
    """One thing that waits in `lang`. `amount`: characters of a Chinese original, words of others.

    `slug`: of an article; the category of a resource. `claimed_by`: the member who works on it, until `claimed_until`;
    `claimer_name` is None if the visitor does not see their profile.
    """

    id: UUID
    kind: Kind
    item_id: UUID
    lang: Lang
    source_language: Lang
    state: Literal["outdated", "draft", "missing"]
    amount: int
    changed_at: datetime
    title: str
    slug: str | None
    claimed_by: UUID | None
    claimer_name: str | None
    claimed_until: datetime | None


class TranslationProgress(Payload, frozen=True):
    """How much of the things in other languages there is in `lang`, and the size of the rest."""

    lang: Lang
    total: int
    done: int
    words: int
    characters: int


class AdminTranslationsPayload(Payload, frozen=True):
    """Outdated texts first, then drafts and missing ones; among these the originals that changed last."""

    tasks: tuple[TranslationTask, ...]
    progress: tuple[TranslationProgress, ...]
    language: Lang | None
    kind: Kind | None
    next: str | None


async def load_translations(request: PageRequest) -> Page[AdminTranslationsPayload]:
    """A page of the tasks that the visitor may do, in the languages of the site."""
    language = find_lang(request.query.get("language"))
    kind: Kind | None = next((one for one in get_args(Kind) if one == request.query.get("kind")), None)
    filters = [text for text, value in ((OF_LANGUAGE, language), (OF_KIND, kind)) if value]
    # Each parameter is in the statement, also without its filter.
    statement = LIST_TASKS.format(filters=" and ".join([*filters, "($2::text, $3::text) is not null"]))
    languages = list(request.site.languages)
    after = request.after(tuple[int, datetime, UUID]) or (None, None, None)
    rows = await request.conn.fetch(statement, languages, language or "en", kind or "", *after, PAGE_SIZE + 1)
    progress = await request.conn.fetch(COUNT_PROGRESS, languages, kind)
    shown = rows[:PAGE_SIZE]
    last = shown[-1] if len(rows) > PAGE_SIZE else None
    return Page(
        AdminTranslationsPayload(
            tasks=tuple(read_row(TranslationTask, row) for row in shown),
            progress=tuple(read_row(TranslationProgress, row) for row in progress),
            language=language,
            kind=kind,
            next=encode_cursor(last["urgency"], last["changed_at"], last["id"]) if last else None,
        )
    )
