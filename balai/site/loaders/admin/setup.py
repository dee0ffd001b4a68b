"""The setup guide: its steps, what the site has so far, and what each kind of place brings."""

from datetime import datetime
from typing import TYPE_CHECKING, Literal
from uuid import UUID

import segno

from balai.site.loaders.opening import read_week
from balai.site.loaders.rows import read_row
from balai.site.payloads import FontPair, Lang, Payload, Preset, WeekHours
from balai.site.screens import NotFound, Page, PageRequest
from balai.site.setup.kinds import Kind, KindContent, read_kinds

if TYPE_CHECKING:
    from balai.database.pool import Connection

SetupStepName = Literal["name", "kind", "logo", "look", "hours", "languages", "forum", "service", "email", "people"]
# In the order of the guide.
STEPS: tuple[SetupStepName, ...] = (
    *("name", "kind", "logo", "look", "hours", "languages"),
    *("forum", "service", "email", "people"),
)
LIST_STEPS = "select step, state from public.setup_steps"
GET_SETUP = """
select setup.kind, setup.finished_at is not null as is_finished,
  settings.logo_url, settings.preset, settings.accent, settings.font_pair, settings.languages,
  settings.default_language, settings.phone
from public.site_setup as setup, public.site_settings as settings
"""
LIST_NAMES = "select language as lang, name, tagline, address from public.site_texts order by language"
LIST_FORUMS = """
select forum.id, forum.is_draft as is_hidden, text.name, text.language as lang
from public.forums as forum
cross join lateral (
  select text.language, text.name from public.forum_texts as text where text.forum_id = forum.id
  order by array_position((select public.language_order($1::public.language)), text.language) limit 1) as text
where forum.slot_id is null
order by forum.position, forum.id limit 20
"""
LIST_SERVICES = """
select service.id, not service.is_active as is_hidden, text.name, text.language as lang
from public.services as service
cross join lateral (
  select text.language, text.name from public.service_texts as text where text.service_id = service.id
  order by array_position((select public.language_order($1::public.language)), text.language) limit 1) as text
order by service.position, service.id limit 20
"""
LIST_INVITATIONS = """
select i.id, i.token, i.note, i.language, i.makes_administrator, i.expires_at, i.address
from public.setup_steps as step
cross join lateral jsonb_array_elements_text(step.trace -> 'invitations') as made (id)
join public.invitations as i on i.id = made.id::uuid
where step.step = 'people' and public.state_of_invitation(i) = 'open'
order by i.created_at, i.id
"""


class SetupStep(Payload, frozen=True):
    """A step of the guide."""

    step: SetupStepName
    state: Literal["open", "done", "skipped"]


class SetupName(Payload, frozen=True):
    """The site's name, tagline and address in one language."""

    lang: Lang
    name: str
    tagline: str
    address: str


class SetupItem(Payload, frozen=True):
    """A forum or service. `is_hidden`: it waits to be opened."""

    id: UUID
    name: str
    lang: Lang
    is_hidden: bool


class SetupInvitation(Payload, frozen=True):
    """A link that the guide made and that was not used yet. `qr`: an SVG as a data URL. `address`: it is sent there."""

    id: UUID
    note: str
    makes_administrator: bool
    expires_at: datetime
    address: str | None
    url: str
    qr: str


class SetupPayload(Payload, frozen=True):
    """`step`: the one that is shown; None after the last."""

    step: SetupStepName | None
    steps: tuple[SetupStep, ...]
    kind: Kind | None
    is_finished: bool
    logo_url: str | None
    preset: Preset
    accent: str | None
    font_pair: FontPair
    languages: tuple[Lang, ...]
    default_language: Lang
    names: tuple[SetupName, ...]
    week: WeekHours
    phone: str
    forums: tuple[SetupItem, ...]
    services: tuple[SetupItem, ...]
    invitations: tuple[SetupInvitation, ...]
    kinds: dict[Kind, KindContent]


async def read_steps(conn: "Connection") -> tuple[SetupStep, ...]:
    """All steps in the order of the guide."""
    states = {row["step"]: row["state"] for row in await conn.fetch(LIST_STEPS)}
    return tuple(SetupStep(step, states.get(step, "open")) for step in STEPS)


async def load_setup(request: PageRequest) -> Page[SetupPayload]:
    """The guide at the wanted step, else at the first open one."""
    conn = request.conn
    steps = await read_steps(conn)
    wanted = request.query.get("step")
    if wanted not in {None, "end", *STEPS}:
        raise NotFound
    first_open = next((one.step for one in steps if one.state == "open"), None)
    setup = await conn.fetchrow(GET_SETUP)
    if setup is None:
        raise NotFound
    names = await conn.fetch(LIST_NAMES)
    forums = await conn.fetch(LIST_FORUMS, request.lang)
    services = await conn.fetch(LIST_SERVICES, request.lang)
    invitations = []
    for row in await conn.fetch(LIST_INVITATIONS):
        path = request.path_to("signup", lang=row["language"], query={"invite": row["token"]})
        url = request.absolute(path)
        qr = segno.make(url, error="m").svg_data_uri(scale=6)
        invitations.append(read_row(SetupInvitation, {**dict(row), "url": url, "qr": qr}))
    return Page(
        SetupPayload(
            **{**dict(setup), "languages": tuple(setup["languages"])},
            step=first_open if wanted is None else None if wanted == "end" else wanted,  # type: ignore[arg-type]
            steps=steps,
            names=tuple(read_row(SetupName, row) for row in names),
            week=await read_week(request),
            forums=tuple(read_row(SetupItem, row) for row in forums),
            services=tuple(read_row(SetupItem, row) for row in services),
            invitations=tuple(invitations),
            kinds=read_kinds(),
        )
    )
