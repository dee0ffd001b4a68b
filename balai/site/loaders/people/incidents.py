"""Incidents with personal data, for administrators: the list, and one with its people, its notice and its report."""

from datetime import datetime
from typing import TYPE_CHECKING, Literal
from uuid import UUID

import msgspec

from balai.site.loaders.people.incident_texts import DataKind, IncidentFacts, IncidentText, write_notices, write_report
from balai.site.loaders.rows import read_row
from balai.site.payloads import Head, Lang, Payload
from balai.site.screens import NotFound, Page, PageRequest, RowNumber, encode_cursor

if TYPE_CHECKING:
    import asyncpg

PAGE_SIZE = 30
PEOPLE_ON_PAGE = 20
MAX_STEPS = 100
IncidentScope = Literal["everybody", "member", "service", "group", "area"]
IncidentStep = Literal[
    "recorded", "changed", "listed", "sent", "reported", "unreported", "closed", "reopened", "text", "read"
]
LIST_OPEN = """
select id, title, discovered_at, due_at, reported_at, sent_at, closed_at, (people ->> 'total')::integer as total
from public.incidents where closed_at is null and (due_at, id) > ($1, $2::uuid)
order by due_at, id limit $3
"""
LIST_CLOSED = """
select id, title, discovered_at, due_at, reported_at, sent_at, closed_at, (people ->> 'total')::integer as total
from public.incidents where closed_at is not null and (closed_at, id) < ($1, $2::uuid)
order by closed_at desc, id desc limit $3
"""
GET_INCIDENT = """
select i.id, i.title, i.description, i.notes, i.discovered_at, i.began_at, i.ended_at, i.due_at, i.reported_at,
  i.closed_at, i.erased_at, i.kinds, i.scope, coalesce(i.scope_member, i.scope_id) as scope_id,
  i.data_from, i.data_until, i.listed_at, i.sent_at, i.people::text as counted,
  (select p.display_name from public.profiles as p where p.id = i.recorded_by) as recorded_by,
  case i.scope
    when 'member' then (select p.display_name from public.profiles as p where p.id = i.scope_member)
    when 'service' then (select t.name from public.service_texts as t where t.service_id = i.scope_id
      order by t.language = $2::public.language desc, t.language limit 1)
    when 'group' then (select t.name from public.group_texts as t where t.group_id = i.scope_id
      order by t.language = $2::public.language desc, t.language limit 1)
    when 'area' then (select t.name from public.forum_texts as t where t.forum_id = i.scope_id
      order by t.language = $2::public.language desc, t.language limit 1) end as scope_name,
  case when i.sent_at is not null then (
    select count(*) from public.incident_people as p where p.incident_id = i.id and p.notified_at is not null)
  end as notified,
  case when i.sent_at is not null then (
    select count(*) from public.incident_people as p
    where p.incident_id = i.id and p.notified_at is null and (p.gets_email or p.member_id is not null))
  end as to_notify
from public.incidents as i where i.id = $1
"""
LIST_PEOPLE = """
select p.id, p.member_id, p.guest_id is not null as is_guest, p.name, p.email, p.phone, p.language::text, p.kinds,
  p.since_by_kind::text as since_by_kind, p.notified_at
from public.incident_people as p where p.incident_id = $1 and p.id > $2 order by p.id limit $3
"""
LIST_TEXTS = "select language::text, subject, body from public.incident_texts where incident_id = $1"
LIST_STEPS = """
select log.at, log.thing, log.act, log.changes::text as changes, actor.display_name as actor_name
from public.staff_log as log left join public.profiles as actor on actor.id = log.actor_id
where log.thing in ('incidents', 'incident_texts') and log.thing_id = $1
order by log.id desc limit $2
"""
LIST_PLACES = """
(select 'service' as scope, s.id, t.name from public.services as s cross join lateral (
  select x.name from public.service_texts as x where x.service_id = s.id
  order by x.language = $1::public.language desc, x.language limit 1) as t order by t.name limit 500)
union all
(select 'group', g.id, t.name from public.groups as g cross join lateral (
  select x.name from public.group_texts as x where x.group_id = g.id
  order by x.language = $1::public.language desc, x.language limit 1) as t order by t.name limit 500)
union all
(select 'area', f.id, t.name from public.forums as f cross join lateral (
  select x.name from public.forum_texts as x where x.forum_id = f.id
  order by x.language = $1::public.language desc, x.language limit 1) as t
  where f.id <> all (array(select unnest(public.hidden_forums()))) order by t.name limit 500)
"""
COUNT_HIDDEN = "select cardinality(public.hidden_forums())"
FIRST = (datetime.fromisoformat("0001-01-02T00:00:00+00:00"), UUID(int=0))
LAST = (datetime.fromisoformat("9999-01-01T00:00:00+00:00"), UUID(int=2**128 - 1))
NO_COUNTS = '{"oldest": null, "total": 0, "unreachable": 0, "kinds": {}, "notices": {}}'


class IncidentRow(Payload, frozen=True):
    """An incident in the list. `due_at`: of the report to the authority. `total`: affected people; None: not listed."""

    id: UUID
    title: str
    discovered_at: datetime
    due_at: datetime
    reported_at: datetime | None
    sent_at: datetime | None
    closed_at: datetime | None
    total: int | None


class AdminIncidentsPayload(Payload, frozen=True):
    """A page of incidents."""

    incidents: tuple[IncidentRow, ...]
    state: Literal["open", "closed"]
    next: str | None


class DataSince(Payload, frozen=True):
    """A kind of data, and since when there is data of it."""

    kind: DataKind
    since: datetime


class IncidentPerson(Payload, frozen=True):
    """An affected person. No name: the account was deleted, or the list is erased.

    `notified_at`: when the notice was queued.
    """

    id: int
    member_id: UUID | None
    is_guest: bool
    name: str | None
    email: str | None
    phone: str | None
    language: Lang
    kinds: tuple[DataSince, ...]
    notified_at: datetime | None


class IncidentPlace(Payload, frozen=True):
    """A service, a group or an area of the forum, whose people an incident can concern."""

    scope: IncidentScope
    id: UUID
    name: str


class IncidentAct(Payload, frozen=True):
    """An act on an incident, from the staff log."""

    at: datetime
    step: IncidentStep
    actor_name: str | None
    language: Lang | None


class KindCount(Payload, frozen=True):
    """How many people have a kind of data."""

    kind: DataKind
    count: int


class Incident(Payload, frozen=True):
    """The facts, the scope of the list and its counts.

    `scope_id`: the member, service, group or area; `scope_name`: None if it is gone. `oldest`: of all listed data.
    `notified`, `to_notify`: people after and before their notice; None until it is sent.
    """

    id: UUID
    title: str
    description: str
    notes: str
    discovered_at: datetime
    began_at: datetime | None
    ended_at: datetime | None
    due_at: datetime
    reported_at: datetime | None
    closed_at: datetime | None
    erased_at: datetime | None
    recorded_by: str | None
    kinds: tuple[DataKind, ...]
    scope: IncidentScope | None
    scope_id: UUID | None
    scope_name: str | None
    data_from: datetime | None
    data_until: datetime | None
    listed_at: datetime | None
    sent_at: datetime | None
    oldest: datetime | None
    notified: int | None
    to_notify: int | None
    total: int
    unreachable: int
    by_kind: tuple[KindCount, ...]


class AdminIncidentPayload(Payload, frozen=True):
    """One incident. `hides_areas`: the caller may not read all areas of the forum, so their writers are left out.

    `notices`: the texts of all languages that are needed or offered. `reports`: the draft for the authority in each.
    """

    incident: Incident
    people: tuple[IncidentPerson, ...]
    notices: tuple[IncidentText, ...]
    reports: tuple[IncidentText, ...]
    acts: tuple[IncidentAct, ...]
    places: tuple[IncidentPlace, ...]
    hides_areas: bool
    next: str | None


class _Counts(msgspec.Struct, frozen=True):
    oldest: datetime | None
    total: int
    unreachable: int
    kinds: dict[DataKind, int]
    notices: dict[Lang, dict[str, int]]


async def load_incidents(request: PageRequest) -> Page[AdminIncidentsPayload]:
    """Open incidents, the first due first; or closed ones, the last closed first."""
    state = request.query.get("state", "open")
    if state == "open":
        start, listing = request.after(tuple[datetime, UUID]) or FIRST, LIST_OPEN
    elif state == "closed":
        start, listing = request.after(tuple[datetime, UUID]) or LAST, LIST_CLOSED
    else:
        raise NotFound
    rows = await request.conn.fetch(listing, *start, PAGE_SIZE + 1)
    return Page(
        AdminIncidentsPayload(
            incidents=tuple(read_row(IncidentRow, row) for row in rows[:PAGE_SIZE]),
            state=state,  # type: ignore[arg-type]  # one of those above
            next=_cursor(rows[PAGE_SIZE - 1]) if len(rows) > PAGE_SIZE else None,
        )
    )


async def load_incident(request: PageRequest) -> Page[AdminIncidentPayload]:
    """One incident with a page of its people."""
    row = await request.conn.fetchrow(GET_INCIDENT, request.uuid("incidentId"), request.lang)
    if row is None:
        raise NotFound
    (after,) = request.after(tuple[RowNumber]) or (0,)
    people = await request.conn.fetch(LIST_PEOPLE, row["id"], after, PEOPLE_ON_PAGE + 1)
    saved = {text["language"]: text for text in await request.conn.fetch(LIST_TEXTS, row["id"])}
    counts = msgspec.json.decode(row["counted"] or NO_COUNTS, type=_Counts)
    by_kind = tuple(KindCount(kind, counts.kinds.get(kind, 0)) for kind in row["kinds"])
    totals = {"total": counts.total, "unreachable": counts.unreachable, "oldest": counts.oldest}
    incident = read_row(Incident, {**row, **totals, "by_kind": by_kind})
    facts = IncidentFacts(
        incident.title,
        incident.description,
        incident.notes,
        incident.discovered_at,
        incident.began_at,
        incident.ended_at,
        incident.sent_at,
        incident.oldest,
        incident.total,
        tuple((one.kind, one.count) for one in by_kind),
    )
    return Page(
        AdminIncidentPayload(
            incident=incident,
            people=tuple(_read_person(person) for person in people[:PEOPLE_ON_PAGE]),
            notices=write_notices(request, facts, counts.notices, saved),
            reports=write_report(request, facts),
            acts=tuple(_read_act(act) for act in await request.conn.fetch(LIST_STEPS, row["id"], MAX_STEPS)),
            places=tuple(read_row(IncidentPlace, one) for one in await request.conn.fetch(LIST_PLACES, request.lang)),
            hides_areas=await request.conn.fetchval(COUNT_HIDDEN) > 0,
            next=encode_cursor(people[PEOPLE_ON_PAGE - 1]["id"]) if len(people) > PEOPLE_ON_PAGE else None,
        ),
        head=Head(title=incident.title),
    )


def _read_person(row: "asyncpg.Record") -> IncidentPerson:
    since: dict[str, datetime] = msgspec.json.decode(row["since_by_kind"], type=dict[str, datetime])
    return read_row(IncidentPerson, {**row, "kinds": tuple(DataSince(kind, since[kind]) for kind in row["kinds"])})


def _read_act(row: "asyncpg.Record") -> IncidentAct:
    changes: dict[str, tuple[str | None, str | None]] = msgspec.json.decode(row["changes"])
    language = changes.get("language", (None, None))
    return IncidentAct(
        row["at"],
        _step(row["thing"], row["act"], changes),
        row["actor_name"],
        language[1] or language[0],  # type: ignore[arg-type]  # a language of the database
    )


def _step(thing: str, act: str, changes: dict[str, tuple[str | None, str | None]]) -> IncidentStep:
    if thing == "incident_texts":
        return "text"
    if act != "update":
        return "read" if act == "read" else "recorded"
    if "closed_at" in changes:
        return "reopened" if changes["closed_at"][1] is None else "closed"
    if "reported_at" in changes:
        return "unreported" if changes["reported_at"][1] is None else "reported"
    if "sent_at" in changes:
        return "sent"
    return "listed" if "listed_at" in changes else "changed"


def _cursor(row: "asyncpg.Record") -> str:
    return encode_cursor(row["closed_at"] or row["due_at"], row["id"])
