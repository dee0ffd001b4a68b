"""Roles of one member, and what a role can be given for: groups, areas, services."""

from typing import Literal
from uuid import UUID

from balai.site.loaders.rows import read_row
from balai.site.payloads import Lang, Payload
from balai.site.screens import PageRequest

LIST_ROLES = (
    "select id, preset, name, rights::text[] as rights from public.roles order by preset is null, created_at, id"
)
LIST_GRANTS = """
select id, role_id, case when group_id is not null then 'group' when forum_id is not null then 'forum'
  when service_id is not null then 'service' else 'site' end as scope, nullif(scope_id, public.site_scope()) as scope_id
from public.role_grants where member_id = $1 order by granted_at, id
"""
# $1: the page's language. Names in the best of its languages.
LIST_SCOPES = """
(select 'group' as kind, g.id, text.language as lang, text.name from public.groups as g cross join lateral (
  select t.language, t.name from public.group_texts as t where t.group_id = g.id
  order by array_position((select public.language_order($1::public.language)), t.language) limit 1) as text
  where not g.is_everybody order by text.name limit 500)
union all
(select 'forum', f.id, text.language, text.name from public.forums as f cross join lateral (
  select t.language, t.name from public.forum_texts as t where t.forum_id = f.id
  order by array_position((select public.language_order($1::public.language)), t.language) limit 1) as text
  where f.slot_id is null order by f.position limit 200)
union all
(select 'service', s.id, text.language, text.name from public.services as s cross join lateral (
  select t.language, t.name from public.service_texts as t where t.service_id = s.id
  order by array_position((select public.language_order($1::public.language)), t.language) limit 1) as text
  order by s.position limit 200)
"""
ScopeKind = Literal["site", "group", "forum", "service"]


class Role(Payload, frozen=True):
    """A set of rights. A preset is named in the interface texts, a role of the site by `name`."""

    id: UUID
    preset: str | None
    name: str
    rights: tuple[str, ...]


class RoleScope(Payload, frozen=True):
    """A group, an area or a service."""

    kind: ScopeKind
    id: UUID
    lang: Lang
    name: str


class RoleGrant(Payload, frozen=True):
    """A role of the member. Without a scope: in the whole site."""

    id: UUID
    role_id: UUID
    scope: ScopeKind
    scope_id: UUID | None


class MemberRoles(Payload, frozen=True):
    """The roles of a member, and what an administrator can give."""

    grants: tuple[RoleGrant, ...]
    roles: tuple[Role, ...]
    scopes: tuple[RoleScope, ...]


async def read_roles(request: PageRequest) -> tuple[Role, ...]:
    """All roles."""
    rows = await request.conn.fetch(LIST_ROLES)
    return tuple(read_row(Role, {**dict(row), "rights": tuple(row["rights"])}) for row in rows)


async def read_scopes(request: PageRequest) -> tuple[RoleScope, ...]:
    """Everything that a role can be given for."""
    return tuple(read_row(RoleScope, row) for row in await request.conn.fetch(LIST_SCOPES, request.lang))


async def read_member_roles(request: PageRequest, member: UUID) -> MemberRoles:
    """The roles of a member."""
    grants = await request.conn.fetch(LIST_GRANTS, member)
    return MemberRoles(
        grants=tuple(read_row(RoleGrant, row) for row in grants),
        roles=await read_roles(request),
        scopes=await read_scopes(request),
    )
