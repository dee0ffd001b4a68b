"""The members who see an area, asked of all at once: the same members as asked one at a time."""

from balai.database.pool import Pool
from tests.site.rights.world import make_world

AS_SET = "select id from unnest(public.members_who_see($1, $2)) as id"
ONE_BY_ONE = "select id from unnest($2::uuid[]) as id where public.may_as(id, 'see', $1)"
# Below an open, a closed and a draft area: those without rights of their own have those of the area above.
ADD_BELOW = """
insert into public.forums (slug, parent_id) select 'below-' || slug, id from public.forums where parent_id is null
"""


async def test_the_set_is_that_of_single_answers(pool: Pool) -> None:
    await make_world(pool)
    await pool.execute(ADD_BELOW)
    members = [None, *(row["id"] for row in await pool.fetch("select id from public.profiles"))]
    sizes = set()
    for area in await pool.fetch("select id, slug from public.forums"):
        as_set = [row["id"] for row in await pool.fetch(AS_SET, area["id"], members)]
        one_by_one = [row["id"] for row in await pool.fetch(ONE_BY_ONE, area["id"], members)]
        assert as_set == one_by_one, area["slug"]
        sizes.add(len(as_set))
    # The areas differ: open ones, those of a group, confidential ones, drafts.
    assert len(sizes) >= 3 and max(sizes) == len(members), sizes
    assert await pool.fetch(AS_SET, members[1], members) == []
