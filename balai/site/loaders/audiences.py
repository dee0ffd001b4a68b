"""The possible readers of an article or a resource: everyone, all members, or the members of one group."""

from uuid import UUID

from balai.site.loaders.rows import read_row
from balai.site.payloads import Lang, Payload
from balai.site.screens import PageRequest

# $1: the page's language, $2: rights of which an editor needs one, in the whole site or in the group. The group of all
# members has no name in the database.
LIST_AUDIENCES = """
with scopes as (
  select coalesce(array_agg(id), '{}') as ids
  from unnest($2::public.site_right[]) as given, unnest(public.my_scopes(given)) as id)
select null::uuid as id, null as lang, null as name, 0 as place
from scopes where public.site_scope() = any (scopes.ids)
union all
select g.id, text.language::text, text.name, case when g.is_everybody then 1 else 2 end
from scopes, public.groups as g
left join lateral (
  select t.language, t.name from public.group_texts as t where t.group_id = g.id
  order by array_position((select public.language_order($1::public.language)), t.language) limit 1) as text on true
where array[public.site_scope(), g.id] && scopes.ids
order by place, name, id
limit 500
"""


class Audience(Payload, frozen=True):
    """Readers that an editor may choose. `id`: of the group, None for everyone. `name` is None for all members, too."""

    id: UUID | None
    lang: Lang | None
    name: str | None


async def list_audiences(request: PageRequest, *rights: str) -> tuple[Audience, ...]:
    """The readers for whom the visitor may write, with one of these rights."""
    rows = await request.conn.fetch(LIST_AUDIENCES, request.lang, rights)
    return tuple(read_row(Audience, row) for row in rows)
