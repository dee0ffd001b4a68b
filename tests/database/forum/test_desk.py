"""The desk: cases that open and close with what they are about, claims, routing by language, escalation."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

from tests.database.forum.acts import APPLY, SPLIT, UNDO, target_of
from tests.factories.forum import FORBIDDEN, Community, make_forum, make_post, make_reply, refused, rich
from tests.factories.members import Member, make_member

REPORT = "insert into public.reports (id, post_id, reason) values (gen_random_uuid(), $1, 'spam')"
LIST = "select * from public.desk_list($1, null, $2, null, null, 50, 'en')"
CASE = "select id, state, claimed_by from public.desk_cases where thing_id = $1"
MODERATOR = UUID("00000000-0000-0000-0001-000000000005")
GRANT = "insert into public.role_grants (member_id, role_id, forum_id) values ($1, $2, $3)"
READS = """
update public.profiles set language = $2::text::public.language, content_languages = '{}' where id = $1 returning 1
"""
AGE = "update public.desk_cases set opened_at = now() - interval '16 minutes' returning 1"
TOLD = "select array_agg(member_id) from public.notifications where kind = 'staff_report' and $1 = any (things)"


async def moderator(community: Community, language: str = "en", forum: UUID | None = None) -> Member:
    member = await make_member(community.pool, display_name=f"Mod {language}")
    await community.see(READS, member.id, language)
    await community.act(community.ana, GRANT, member.id, MODERATOR, forum)
    return member


async def case_of(community: Community, thing: UUID) -> Any:
    return await community.see(CASE, thing)


async def listed(community: Community, actor: Member, state: str = "open", *, everything: bool = False) -> list[Any]:
    return await community.act(actor, LIST, state, everything)


async def test_a_case_follows_its_reports(community: Community) -> None:
    await community.act(community.hoa, REPORT, community.post)
    made = await case_of(community, community.post)
    [shown] = await listed(community, community.ana)
    assert (shown["kind"], shown["reasons"], shown["reporters"], shown["forum_slug"]) == ("post", ["spam"], 1, "life")
    await community.act(community.ana, "select public.close_case($1, 'resolved')", made["id"])
    assert (await case_of(community, community.post))["state"] == "resolved"
    assert (await community.see("select hidden_at is not null from public.posts"))[0]
    [shown] = await listed(community, community.ana, "resolved")
    assert shown["title"] and shown["body"]
    with refused("handled"):
        await community.act(community.ana, "select public.close_case($1, 'rejected')", made["id"])
    await community.act(community.ana, "select public.reopen_case($1)", made["id"])
    assert (await case_of(community, community.post))["state"] == "open"
    assert (await community.see("select hidden_at from public.posts"))[0] is None
    await community.act(community.ana, "select public.handle_report((select id from public.reports), 'dismissed')")
    assert (await case_of(community, community.post))["state"] == "rejected"


async def test_contact_messages_are_cases_of_staff_for_messages(community: Community) -> None:
    thing = uuid4()
    send = "select public.send_message($1, null, 'Lan', 'lan@example.org', 'vi', 'Xin chào') is null"
    await community.see(send, thing)
    mod = await moderator(community)
    assert await listed(community, mod, everything=True) == []
    [shown] = await listed(community, community.ana)
    assert (shown["kind"], shown["author_name"], shown["body"]) == ("message", "Lan", "Xin chào")
    with refused("not_found"):
        await community.act(mod, "select public.close_case($1, 'resolved')", shown["id"])
    await community.act(community.ana, "select public.close_case($1, 'resolved')", shown["id"])
    assert (await community.see("select handled_at is not null from public.messages"))[0]


async def test_of_a_hundred_claims_one_succeeds(community: Community) -> None:
    await community.act(community.hoa, REPORT, community.post)
    made = (await case_of(community, community.post))["id"]
    staff = [await moderator(community) for _ in range(4)]
    claim = "select public.claim_case($1)"
    tries = await asyncio.gather(
        *(community.act(staff[n % 4], claim, made) for n in range(100)), return_exceptions=True
    )
    winners = {n % 4 for n, one in enumerate(tries) if not isinstance(one, BaseException)}
    assert len(winners) == 1
    assert (await case_of(community, community.post))["claimed_by"] == staff[winners.pop()].id
    winner = (await case_of(community, community.post))["claimed_by"]
    loser = next(one for one in staff if one.id != winner)
    with refused("claimed"):
        await community.act(loser, "select public.close_case($1, 'resolved')", made)
    with refused("not_found"):
        await community.act(loser, "select public.release_case($1)", made)


async def test_a_case_is_shown_first_to_readers_of_its_language(community: Community) -> None:
    vi, zh = await moderator(community, "vi"), await moderator(community, "zh")
    await community.see(READS, community.ana.id, "en")
    post = await make_post(community.pool, community.forum, community.mei, language="vi", title="Câu hỏi về thẻ")
    await community.act(vi, "select public.set_present(true)")
    await community.act(community.hoa, REPORT, post)
    assert len(await listed(community, vi)) == 1
    assert await listed(community, zh) == []
    assert len(await listed(community, zh, everything=True)) == 1
    await community.see(AGE)
    assert len(await listed(community, zh)) == 1
    made = (await case_of(community, post))["id"]
    assert (await community.see("select public.escalate_cases()"))[0] == 1
    assert (await community.see("select public.escalate_cases()"))[0] == 0
    told = (await community.see(TOLD, f"late {made}"))[0]
    assert {vi.id, zh.id} <= set(told)


async def test_an_abandoned_case_is_given_back(community: Community) -> None:
    post = await make_post(community.pool, community.forum, community.mei)
    await community.act(community.hoa, REPORT, post)
    made = (await case_of(community, post))["id"]
    await community.act(community.ana, "select public.claim_case($1)", made)
    await community.see(AGE)
    age_claim = "update public.desk_cases set claimed_at = now() - interval '61 minutes' returning 1"
    assert (await community.see("select public.escalate_cases()"))[0] == 0
    assert (await case_of(community, post))["state"] == "in_progress"
    await community.see(age_claim)
    # Given back, it is not claimed and late.
    assert (await community.see("select public.escalate_cases()"))[0] == 1
    assert tuple(await case_of(community, post))[1:] == ("open", None)


async def test_present_readers_are_notified_first(community: Community) -> None:
    here, away = await moderator(community, "vi"), await moderator(community, "vi")
    first = "select public.first_moderators($1, 'vi')"
    assert {here.id, away.id} <= set((await community.see(first, community.forum))[0])
    await community.act(here, "select public.set_present(true)")
    assert set((await community.see(first, community.forum))[0]) == {here.id}
    await community.act(here, "select public.set_present(false)")
    assert {here.id, away.id} <= set((await community.see(first, community.forum))[0])


async def test_moderator_of_one_area_sees_nothing_of_others(community: Community) -> None:
    other = await make_forum(community.pool, slug="other")
    area = await moderator(community, "en", other)
    await community.act(community.hoa, REPORT, community.post)
    made = (await case_of(community, community.post))["id"]
    assert await listed(community, area, everything=True) == []
    assert await community.act(area, "select id from public.desk_cases") == []
    for sql in (
        "select public.claim_case($1)",
        "select public.reopen_case($1)",
        "select public.note_case(gen_random_uuid(), $1, 'Hello')",
    ):
        with refused("not_found"):
            await community.act(area, sql, made)
    with refused("not_allowed"):
        await community.act(community.mei, "select public.set_present(true)")
    assert await listed(community, community.mei, everything=True) == []
    with FORBIDDEN:
        await community.act(area, "select * from public.desk_notes")


async def test_notes_are_for_staff(community: Community) -> None:
    await community.act(community.hoa, REPORT, community.post)
    made = (await case_of(community, community.post))["id"]
    note = uuid4()
    for _ in range(2):
        await community.act(community.ana, "select public.note_case($1, $2, 'Asked them')", note, made)
    [shown] = await listed(community, community.ana)
    assert shown["notes"].count("Asked them") == 1


async def test_cases_follow_texts_into_another_area(community: Community) -> None:
    other, pool = await make_forum(community.pool, slug="housing"), community.pool
    reply = await make_reply(pool, community.post, community.mei, body=rich("An answer long enough for a topic."))
    here, there = await moderator(community, forum=community.forum), await moderator(community, forum=other)
    await community.act(community.hoa, REPORT, community.post)
    await community.act(community.hoa, REPORT.replace("post_id", "reply_id"), reply)

    async def counts() -> tuple[int, int]:
        return len(await listed(community, here)), len(await listed(community, there))

    assert await counts() == (2, 0)
    act = uuid4()
    await community.act(community.ana, APPLY, act, "move", [community.post], target_of(other))
    assert await counts() == (0, 2)
    await community.act(community.ana, UNDO, act)
    assert await counts() == (2, 0)
    split = uuid4()
    await community.act(community.ana, SPLIT, split, community.post, [reply], other, "A title of its own")
    assert await counts() == (1, 1)
    await community.act(community.ana, UNDO, split)
    assert await counts() == (2, 0)
