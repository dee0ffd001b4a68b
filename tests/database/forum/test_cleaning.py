"""All texts of a member removed in batches with a ban, and undone: all is as before, and both acts are logged."""

import time
from uuid import UUID, uuid4

from tests.database.forum.acts import GIVE, UNDO, state
from tests.factories.forum import FORBIDDEN, Community, make_forum, make_post, make_reply, refused, rich
from tests.factories.members import make_member

BAN = "insert into public.area_bans (forum_id, member_id, reason) values ($1, $2, 'Once') returning reason"
CLEAN = "select public.clean_member($1, $2, $3) as changed"
PREVIEW = "select * from public.preview_clean($1)"
MANY = """
insert into public.replies (post_id, author_id, language, body)
select $1, $2, 'en', $3::jsonb from generate_series(1, $4)
"""
REST = """
select (select jsonb_agg(to_jsonb(p) - '{text_since,edited_at}'::text[] order by p.id)
    from public.posts p)::text as posts,
  (select jsonb_agg(to_jsonb(b) order by b.forum_id) from public.area_bans b)::text as bans,
  (select jsonb_agg(to_jsonb(o) order by o.id) from storage.objects o)::text as files,
  (select jsonb_agg(to_jsonb(n) order by n.id) from public.notifications n)::text as notices,
  (select jsonb_agg(to_jsonb(t) order by t.forum_id, t.tag) from public.forum_tags t)::text as tags,
  (select jsonb_agg(to_jsonb(f) order by f.id) from public.forums f)::text as forums,
  (select jsonb_agg(jsonb_build_array(e.kind, e.item_id, e.title, e.scope_id) order by e.kind, e.item_id)
    from search.entries e)::text as search
"""


async def clean(community: Community, act: UUID, reason: str | None) -> list[int]:
    """Batches until nothing is left."""
    batches = []
    while not batches or batches[-1]:
        batches.append((await community.act(community.ana, CLEAN, act, community.mei.id, reason))[0]["changed"])
    return batches


async def test_five_hundred_texts_are_removed_and_come_back(community: Community) -> None:
    mine = [
        await make_post(community.pool, community.forum, community.hoa, title=f"Topic {n}", body=rich("Words " * 9))
        for n in range(3)
    ]
    posts = [await make_post(community.pool, community.forum, community.mei, title=f"Spam {n}") for n in range(20)]
    await community.act(community.mei, "select public.set_tags($1, '{deals}')", posts[0])
    reply = await make_reply(community.pool, posts[0], community.hoa)
    await community.act(community.hoa, "select public.set_reaction('like', true, $1)", posts[1])
    for post in mine:
        await community.pool.execute(MANY, post, community.mei.id, rich("Buy this now"), 160)
    [answer] = await community.act(community.mei, "select id from public.replies where post_id = $1 limit 1", mine[0])
    await community.act(community.hoa, "select public.set_answer($1, $2)", mine[0], answer["id"])
    await community.act(community.mei, "select public.delete_post($1)", posts[19])
    await community.see(BAN, community.forum, community.mei.id)
    before, rest = await state(community), dict(await community.see(REST))
    [counts] = await community.act(community.ana, PREVIEW, community.mei.id)
    # Mei's topic of the factory and 19 of the 20.
    assert tuple(counts) == (20, 480, 1, 0)
    act = uuid4()
    batches = await clean(community, act, "Advertising")
    assert sum(batches) == 500 and max(batches) == 50
    assert not await community.act(None, "select from public.replies where author_id = $1 and body is not null",
        community.mei.id)  # fmt: skip
    found = await community.see("select count(*) as n from search.entries where item_id <> all ($1)", [*mine, reply])
    assert found["n"] == 0
    with refused("not_yours"):
        await community.act(community.mei, "select public.restore_post($1)", posts[0])
    ban = await community.see("select reason from public.area_bans where member_id = $1", community.mei.id)
    assert ban["reason"] == "Advertising"
    started = time.perf_counter()
    await community.act(community.ana, UNDO, act)
    assert time.perf_counter() - started < 30
    assert await state(community) == before
    assert dict(await community.see(REST)) == rest
    log = await community.see(
        "select array_agg(act order by id) as acts, min(actor_id::text) as actor from public.staff_log "
        "where thing = 'forum_acts' and thing_id = $1", act,
    )  # fmt: skip
    assert tuple(log) == (["insert", "update"], str(community.ana.id))


async def test_cleaning_is_for_moderators_in_their_areas(community: Community) -> None:
    other = await make_forum(community.pool, slug="work", position=2)
    elsewhere = await make_post(community.pool, other, community.mei)
    with refused("not_allowed"):
        await community.act(community.hoa, PREVIEW, community.mei.id)
    with refused("not_allowed"):
        await community.act(community.hoa, CLEAN, uuid4(), community.mei.id, None)
    with FORBIDDEN:
        await community.act(None, CLEAN, uuid4(), community.mei.id, None)
    await community.see(f"{GIVE} returning id", community.hoa.id, community.forum)
    [counts] = await community.act(community.hoa, PREVIEW, community.mei.id)
    assert tuple(counts) == (1, 0, 0, 1)
    act = uuid4()
    [row] = await community.act(community.hoa, CLEAN, act, community.mei.id, "Advertising")
    assert row["changed"] == 1
    left = await community.see("select id from public.posts where deleted_at is null")
    assert left["id"] == elsewhere
    bans = await community.see("select array_agg(forum_id) as areas from public.area_bans")
    assert bans["areas"] == [community.forum]
    # The act of one member is not continued for another, nor by another moderator.
    for member, who, code in ((community.ana, community.hoa, "is_staff"), (community.mei, community.ana, "undone")):
        with refused(code):
            await community.act(who, CLEAN, act, member.id, None)
    with refused("not_found"):
        await community.act(community.ana, CLEAN, uuid4(), uuid4(), None)
    await community.act(community.hoa, UNDO, act)
    assert (await community.see("select count(*) as n from public.area_bans"))["n"] == 0
    # A ban in all areas is lifted by their moderators alone, also where the member had written nothing.
    act = uuid4()
    await community.act(community.ana, CLEAN, act, (await make_member(community.pool)).id, "Advertising")
    with refused("not_allowed"):
        await community.act(community.hoa, UNDO, act)
    assert (await community.see("select count(*) as n from public.area_bans"))["n"] == 2
    await community.act(community.ana, UNDO, act)
    assert (await community.see("select count(*) as n from public.area_bans"))["n"] == 0
