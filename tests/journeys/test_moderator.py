"""A day of a moderator of two areas, at 360 px in Vietnamese: reports, queue, split, move, silence, undo."""

import re
import uuid
from dataclasses import dataclass

import httpx
from playwright.sync_api import Locator, Page, expect

from balai.messaging.templates import TEMPLATES
from tests.factories.forum import rich
from tests.journeys.conftest import Person, Site, Visit, wait_for
from tests.journeys.live import close_toasts
from tests.journeys.test_confidential import LEAD, headers_of
from tests.journeys.test_forum import MAKE_FORUM, MAKE_POST, NAME_FORUM, Forum, button, run_sql
from tests.journeys.test_forum import forum as forum
from tests.journeys.texts import words_in

SAY = words_in("vi")
READS = "update public.profiles set language = 'vi', content_languages = '{en}' where id = $1"
MAKE_REPLY = "insert into public.replies (post_id, author_id, language, body) values ($1, $2, 'en', $3) returning id"
REPORT = "insert into public.reports (post_id, reply_id, reporter_id, reason, note) values ($1, $2, $3, 'spam', $4)"
QUEUE = "update public.forums set holds_first_posts = true where slug = $1"
CASE = "select id from public.desk_cases where thing_id = $1"
# Of other areas and of the administration.
CLOSED = (
    "members",
    "settings",
    "messages",
    "bookings",
    "forums",
    "groups",
    "log",
    "barriers",
    "site",
    "email",
    "health",
)
CLOSED_CALLS = {
    "claim_case": {"case_id": "{case}"},
    "close_case": {"case_id": "{case}", "outcome": "resolved"},
    "note_case": {"id": "{case}", "case_id": "{case}", "body": "Hello"},
    "set_hidden": {"hidden": True, "post": "{post}"},
    "list_members": {"wanted": "", "before": "infinity", "before_id": "{post}", "at_most": 5},
    "member_data": {"member": "{member}"},
    "penalize": {"id": "{case}", "member": "{member}", "kind": "silence", "hours": 24, "reason": "No"},
}


@dataclass(frozen=True)
class Day:
    """The moderator's cases, and texts of closed areas. All texts have `mark`."""

    moderator: Person
    reporter: Person
    spammer: Person
    mark: str
    area: object
    # A reply of the thread that is about something else.
    aside: object
    # A topic that is held for review.
    held: str
    # A reported topic of another area.
    elsewhere: object
    # The area of that topic, and a second area of the moderator.
    closed: object
    second: object


def prepare(site: Site, forum: Forum) -> Day:
    mark = f"k{uuid.uuid4().hex[:6]}"
    linh, ben, spammer = site.make_member("Linh"), site.make_member("Ben"), site.make_member("Shop")
    area = run_sql(site, "select id from public.forums where slug = $1", forum.slug)
    run_sql(site, LEAD, uuid.UUID(linh.id), area)
    run_sql(site, READS, uuid.UUID(linh.id))
    post = uuid.UUID(forum.post)
    first = run_sql(site, MAKE_REPLY, post, uuid.UUID(spammer.id), rich(f"Cheap {mark} at my shop"))
    aside = run_sql(site, MAKE_REPLY, post, uuid.UUID(ben.id), rich(f"And who mends bicycles, {mark}?"))
    run_sql(site, REPORT, None, first, uuid.UUID(ben.id), f"An advert {mark}")
    run_sql(site, QUEUE, forum.slug)
    held = _write(site, site.make_member("Mai"), area, f"May I ask about {mark} classes?")
    assert held is not None
    other = run_sql(site, MAKE_FORUM, f"other-{mark}")
    run_sql(site, NAME_FORUM, other, "en", "Another area")
    text = rich("Not of this area at all.")
    elsewhere = run_sql(site, MAKE_POST, other, uuid.UUID(spammer.id), f"Elsewhere {mark}", text)
    run_sql(site, REPORT, elsewhere, None, uuid.UUID(ben.id), "Look")
    second = run_sql(site, MAKE_FORUM, f"second-{mark}")
    run_sql(site, NAME_FORUM, second, "vi", f"Hỏi đáp {mark}")
    run_sql(site, LEAD, uuid.UUID(linh.id), second)
    return Day(linh, ben, spammer, mark, area, aside, held, elsewhere, other, second)


def test_a_moderator_of_one_area_works_a_day_and_reaches_nothing_else(site: Site, visit: Visit, forum: Forum) -> None:
    day = prepare(site, forum)
    page = visit("/vi/admin", as_=day.moderator)
    opens_the_desk(page, day)
    decides_the_report(site, page, day, forum)
    approves_what_waits(site, page, day)
    splits_and_takes_it_back(site, page, day, forum)
    moves_and_takes_it_back(site, page, day, forum)
    reaches_nothing_else(site, day, forum)


def opens_the_desk(page: Page, day: Day) -> None:
    """The badge in the navigation counts the two cases and leads to them."""
    link = page.get_by_role("link", name=re.compile(SAY("admin.desk.title"))).first
    expect(link).to_contain_text("2")
    link.click()
    expect(page.get_by_role("heading", name=SAY("admin.desk.title"), level=1)).to_be_visible()
    expect(reported(page, day)).to_contain_text(f"Cheap {day.mark}")
    expect(page.get_by_text(f"Elsewhere {day.mark}")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def reported(page: Page, day: Day) -> Locator:
    return page.get_by_role("listitem").filter(has_text=f"An advert {day.mark}").first


def decides_the_report(site: Site, page: Page, day: Day, forum: Forum) -> None:
    """Claimed, hidden, undone; then its author is silenced and it is hidden again."""
    report = reported(page, day)
    button(report, SAY("admin.desk.claim")).click()
    expect(report).to_have_count(0)
    page.get_by_role("link", name=SAY("admin.desk.state.in_progress")).click()
    button(report, SAY("admin.desk.resolve.reply")).click()
    expect(report).to_have_count(0)
    button(page, SAY("common.undo")).last.click()
    page.get_by_role("link", name=SAY("admin.desk.state.open"), exact=True).click()
    expect(report).to_be_visible()
    assert "Cheap" in _thread(site, forum)
    button(report, SAY("penalty.open")).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(SAY("penalty.reason")).select_option("spam")
    button(dialog, SAY("penalty.impose")).click()
    expect(dialog).to_have_count(0)
    button(report, SAY("admin.desk.resolve.reply")).click()
    expect(report).to_have_count(0)
    reason = TEMPLATES["en"].layout.penalty_reasons["spam"]
    wait_for(lambda: any(reason in mail for mail in site.mails_to(day.spammer.email)), "the email about the silence")
    assert "Cheap" not in _thread(site, forum)
    assert _write(site, day.spammer, day.area, f"More of {day.mark}, cheaper than ever.") is None


def approves_what_waits(site: Site, page: Page, day: Day) -> None:
    close_toasts(page, SAY("common.close"))
    waiting = page.get_by_role("listitem").filter(has_text=f"May I ask about {day.mark} classes?").first
    button(waiting, SAY("admin.desk.resolve.held")).click()
    expect(waiting).to_have_count(0)
    expect(page.get_by_text(SAY("admin.desk.empty.open"))).to_be_visible()
    assert run_sql(site, "select body is not null from public.posts where id = $1", uuid.UUID(day.held))


def splits_and_takes_it_back(site: Site, page: Page, day: Day, forum: Forum) -> None:
    """A reply about something else becomes a topic; the list of acts takes that back."""
    page.goto(forum.path("vi"))
    button(page, SAY("topics.manage.split")).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(re.compile("bicycles")).check()
    dialog.get_by_label(SAY("topics.manage.splitTitle")).fill(f"Bicycles {day.mark}")
    button(dialog, SAY("topics.manage.split")).click()
    expect(page.get_by_role("heading", name=f"Bicycles {day.mark}", level=1)).to_be_visible()
    page.goto("/vi/admin/acts")
    button(page, SAY("common.undo")).first.click()
    expect(page.get_by_text(SAY("admin.acts.undoneBy", name="Linh")).first).to_be_visible()
    assert run_sql(site, "select became_post from public.replies where id = $1", day.aside) is None


def moves_and_takes_it_back(site: Site, page: Page, day: Day, forum: Forum) -> None:
    """To another area of the moderator only; the old address leads there, and back after the undo."""
    page.goto(forum.path("vi"))
    button(page, SAY("topics.manage.move")).click()
    dialog = page.get_by_role("dialog")
    choice = dialog.get_by_role("combobox")
    expect(choice.get_by_role("option")).to_have_text([SAY("topics.manage.choose"), f"Hỏi đáp {day.mark}"])
    button(dialog, SAY("topics.manage.move")).click()
    expect(choice).to_have_attribute("aria-invalid", "true")
    choice.select_option(str(day.second))
    button(dialog, SAY("topics.manage.move")).click()
    expect(dialog).to_have_count(0)
    moved = forum.path("vi").replace(forum.slug, f"second-{day.mark}")
    page.wait_for_url(f"**{moved}")
    page.goto(forum.path("vi"))
    page.wait_for_url(f"**{moved}")
    page.goto("/vi/admin/acts")
    act = page.get_by_role("listitem").filter(has_text=SAY("admin.acts.kind.move")).first
    button(act, SAY("common.undo")).click()
    expect(act).to_contain_text(SAY("admin.acts.undoneBy", name="Linh"))
    page.goto(moved)
    page.wait_for_url(f"**{forum.path('vi')}")
    expect(page.get_by_role("heading", name="Opening hours, anybody?", level=1)).to_be_visible()


def reaches_nothing_else(site: Site, day: Day, forum: Forum) -> None:
    """Pages, rows and calls of other areas and of the administration."""
    case = run_sql(site, CASE, day.elsewhere)
    emails = [one.email for one in (day.reporter, day.spammer, forum.author)]
    with httpx.Client(base_url=site.url, headers=headers_of(site, day.moderator), timeout=60) as client:
        for name in CLOSED:
            assert client.get(f"/vi/admin/{name}").status_code == 404, name
        text = client.get("/vi/admin/desk?show=all").text
        assert day.mark not in text and not any(email in text for email in emails)
        for table in ("desk_cases", "reports", "held_texts", "content_versions", "messages", "bookings", "guests"):
            rows = client.get(f"/rest/v1/{table}?select=*").text
            assert not any(hidden in rows for hidden in (str(day.elsewhere), str(case), day.spammer.email)), table
        ids = {"case": case, "post": day.elsewhere, "member": day.reporter.id}
        for name, values in CLOSED_CALLS.items():
            given = {key: value.format(**ids) if isinstance(value, str) else value for key, value in values.items()}
            answer = client.post(f"/rest/v1/rpc/{name}", json=given)
            assert answer.status_code in {401, 403, 404} or answer.json() == [], name
        moving_out = {
            "act": str(uuid.uuid4()),
            "kind": "move",
            "posts": [forum.post],
            "value": {"forum": str(day.closed)},
        }
        assert client.post("/rest/v1/rpc/apply_act", json=moving_out).status_code == 404
        moved = client.patch(f"/rest/v1/posts?id=eq.{forum.post}", json={"forum_id": str(day.closed)})
        assert moved.status_code in {401, 403}
        moving_in = {
            "act": str(uuid.uuid4()),
            "kind": "move",
            "posts": [str(day.elsewhere)],
            "value": {"forum": str(day.area)},
        }
        assert client.post("/rest/v1/rpc/apply_act", json=moving_in).json() == 0
    assert run_sql(site, "select forum_id from public.posts where id = $1", uuid.UUID(forum.post)) == day.area


def _write(site: Site, author: Person, area: object, text: str) -> str | None:
    """A topic over the data service. Returns its id, or None if it is refused."""
    topic = {"id": str(uuid.uuid4()), "forum_id": str(area), "language": "en", "title": text, "body": _document(text)}
    with httpx.Client(base_url=site.url, headers=headers_of(site, author), timeout=60) as client:
        return topic["id"] if client.post("/rest/v1/posts", json=topic).status_code == 201 else None


def _document(text: str) -> dict[str, object]:
    return {"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": text}]}]}


def _thread(site: Site, forum: Forum) -> str:
    return httpx.get(f"{site.url}{forum.path('en')}", timeout=60).text
