"""Reported translations: cases of the desk, removed and shown again."""

import asyncio
from uuid import UUID, uuid4

import msgspec

from tests.database.forum.test_desk import CASE, listed, moderator
from tests.database.translations.test_translations import make_translator, translate
from tests.factories.forum import FORBIDDEN, Community, make_forum, refused
from tests.factories.members import make_member

REPORT = "select public.report_translation($1, 'ms', 'other', 'The meaning is turned around', post => $2)"
CLOSE, REOPEN = "select public.close_case($1, $2)", "select public.reopen_case($1)"
SHOWN = "select count(*) from public.translations"
STATES = "select array_agg(status order by status) from public.translation_reports"
LOG = "select array_agg(thing order by id) from public.staff_log where actor_id = $1"


async def report(community: Community) -> tuple[UUID, UUID]:
    """A reported translation and its case."""
    said = await translate(community, await make_translator(community))
    await community.act(community.mei, REPORT, uuid4(), community.post)
    return said, (await community.see(CASE, said))["id"]


async def test_a_reported_translation_is_shown_with_its_original_removed_and_restored(community: Community) -> None:
    said, case = await report(community)
    mod = await moderator(community, "ms", community.forum)
    await community.act(community.mei, REPORT, uuid4(), community.post)
    [shown] = await listed(community, mod)
    original = msgspec.json.decode(shown["original"])
    assert (shown["kind"], shown["language"], shown["reporters"], shown["author_name"]) == (
        "translation",
        "ms",
        1,
        "Siti",
    )
    assert shown["title"].startswith("Di mana") and shown["body"].startswith("Saya baru") and not shown["is_hidden"]
    assert original["language"] == "en" and original["title"] and original["body"]
    assert (shown["post_id"], shown["forum_slug"]) == (community.post, "life")
    await community.act(mod, CLOSE, case, "resolved")
    assert (await community.see(SHOWN))[0] == 0 and (await community.see(STATES))[0] == ["upheld"]
    [shown] = await listed(community, mod, "resolved")
    assert shown["is_hidden"] and shown["title"].startswith("Di mana")
    await community.act(mod, REOPEN, case)
    assert (await community.see(SHOWN))[0] == 1 and (await community.see(STATES))[0] == ["open"]
    await community.act(mod, CLOSE, case, "rejected")
    assert (await community.see(SHOWN))[0] == 1 and (await community.see(STATES))[0] == ["dismissed"]
    assert (await community.see(LOG, mod.id))[0] == ["translations", *["desk_cases"] * 3]
    # It can be reported again.
    await community.act(community.mei, REPORT, uuid4(), community.post)
    assert (await community.see(CASE, said))["state"] == "open"
    # A translation that is deleted for good takes its case along.
    await community.act(mod, CLOSE, case, "resolved")
    await community.see("delete from public.withheld_translations returning 1")
    assert (await community.see(STATES))[0] is None
    assert (await community.see("select count(*) from public.desk_cases"))[0] == 0


async def test_who_may_report_and_decide_a_translation(community: Community) -> None:
    with refused("not_found"):
        await community.act(community.mei, REPORT, uuid4(), community.post)
    said, case = await report(community)
    with FORBIDDEN:
        await community.act(None, REPORT, uuid4(), community.post)
    elsewhere = await moderator(community, "ms", await make_forum(community.pool, slug="other"))
    for who in (elsewhere, community.mei, await make_translator(community)):
        with refused("not_found"):
            await community.act(who, CLOSE, case, "resolved")
        assert await listed(community, who, everything=True) == []
        assert await community.act(who, "select * from public.desk_cases") == []
        with FORBIDDEN:
            await community.act(who, "select * from public.translation_reports")
        with FORBIDDEN:
            await community.act(
                who,
                "insert into public.translation_reports (id, translation_id, reason) values ($1, $2, 'spam')",
                *(uuid4(), said),
            )
    # A translation in an area that a member does not see is not there.
    await community.act(community.ana, "select public.set_area_rights($1, $2)", community.forum, "[]")
    with refused("not_found"):
        await community.act(await make_member(community.pool), REPORT, uuid4(), community.post)


async def test_two_decisions_and_reports_at_once(community: Community) -> None:
    _, case = await report(community)
    reporters = [await make_member(community.pool) for _ in range(3)]
    mods = [await moderator(community), await moderator(community)]
    done = await asyncio.gather(
        *(community.act(one, REPORT, uuid4(), community.post) for one in reporters),
        *(community.act(one, CLOSE, case, "resolved") for one in mods),
        return_exceptions=True,
    )
    assert not [one for one in done if getattr(one, "sqlstate", "") == "40P01"], done
    assert (await community.see(SHOWN))[0] == 0


async def test_a_decision_holds_while_the_original_is_hidden(community: Community) -> None:
    _, case = await report(community)
    hide = "select public.set_hidden($2, $1)"
    for outcome, left in (("resolved", 0), ("rejected", 1)):
        await community.act(community.ana, hide, community.post, True)
        await community.act(community.ana, CLOSE, case, outcome)
        await community.act(community.ana, hide, community.post, False)
        assert (await community.see(SHOWN))[0] == left, outcome
        await community.act(community.ana, REOPEN, case)
        assert (await community.see(SHOWN))[0] == 1


async def test_the_notice_names_no_text_that_is_kept_from_messages(community: Community) -> None:
    await report(community)
    subjects = "select array_agg(subject order by created_at) from public.notifications where kind = 'staff_report'"
    assert (await community.see(subjects))[0] == ["Where do I register?"]
    hides = (
        "update public.posts set kept_from = '{mail}' returning id",
        "update public.forums set is_restricted = true, is_confidential = true returning id",
    )
    await community.see("insert into public.area_rights (forum_id, rights) values ($1, '{see,reply}') returning 1",
        community.forum)  # fmt: skip
    for change, subject in zip(hides, ("", "Daily life"), strict=True):
        await community.see("with gone as (delete from public.notifications) delete from public.translation_reports "
            "returning 1")  # fmt: skip
        await community.see(change)
        await community.act(community.mei, REPORT, uuid4(), community.post)
        assert (await community.see(subjects))[0] == [subject]
