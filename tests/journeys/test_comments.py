"""Comments under an article, on phones, in Vietnamese: written, answered, changed, taken back, found, hidden."""

import json
import uuid
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.factories.forum import rich
from tests.journeys.conftest import Person, Site, Visit
from tests.journeys.live import wait_until_followed
from tests.journeys.test_forum import button, make_administrator, reply_at, run_sql
from tests.journeys.texts import words_in

SAY = words_in("vi")
SAVE_ARTICLE = """
with claims as (
  select set_config('request.jwt.claims', json_build_object('role', 'authenticated', 'sub', $1::text)::text, false))
select public.save_article($2::jsonb, $3::jsonb) from claims
"""
EVERY_LANGUAGE = "update public.profiles set language = 'vi', content_languages = '{en,zh}' where id = $1"
# The first comment, as the search finds it.
FOUND = "main a[href$='#reply-1']"


@dataclass(frozen=True)
class Talk:
    """An article and three people. `mark` is in every text of this journey."""

    path: str
    mark: str
    writer: Person
    lan: Person
    ben: Person


@pytest.fixture
def talk(site: Site) -> Talk:
    mark = f"k{uuid.uuid4().hex[:6]}"
    writer, lan, ben = make_administrator(site, f"Ana {mark}"), site.make_member(f"Lan {mark}"), site.make_member("Ben")
    for person in (writer, lan, ben):
        run_sql(site, EVERY_LANGUAGE, uuid.UUID(person.id))
    facts = {"id": str(uuid.uuid4()), "source_language": "vi", "status": "published", "tags": []}
    text = {"title": f"Vườn chung {mark}", "summary": "", "slug": mark, "status": "published"}
    texts = {"vi": {**text, "body": json.loads(rich("Khu vườn mở cửa cho mọi người."))}}
    run_sql(site, SAVE_ARTICLE, writer.id, json.dumps(facts), json.dumps(texts))
    return Talk(f"/vi/blog/{mark}", mark, writer, lan, ben)


def test_comments_under_an_article(site: Site, visit: Visit, talk: Talk) -> None:
    guest = visit(talk.path)
    expect(guest.get_by_text(SAY("forum.comments.none"))).to_be_visible()
    guest.locator("#comments").scroll_into_view_if_needed()
    wait_until_followed(site, guest, "public.posts")
    lan = visit(talk.path, as_=talk.lan)
    writes(lan, f"Cho mình một luống rau nhé {talk.mark}")
    # The page of a reader who was there before the first comment.
    expect(reply_at(guest, 1)).to_contain_text("một luống rau")
    ben = visit(talk.path, as_=talk.ben)
    answers(ben, talk)
    for page in (lan, guest):
        expect(reply_at(page, 2)).to_contain_text("Thứ bảy")
    are_told(visit, talk)
    reacts_and_sees_changes(lan, ben)
    takes_back(ben, guest)
    is_in_the_forum(visit(talk.path), talk)
    is_hidden(visit, guest, talk)
    assert guest.evaluate("document.documentElement.scrollWidth") <= 360


def writes(page: Page, text: str) -> None:
    field = page.get_by_role("textbox", name=SAY("forum.comments.write"))
    field.click()
    page.keyboard.type(text)
    button(page, SAY("forum.reply.send")).click()
    expect(page.get_by_text(SAY("forum.comments.sent"))).to_be_visible()
    expect(reply_at(page, 1)).to_contain_text(text)


def answers(page: Page, talk: Talk) -> None:
    """Quotes the comment and mentions the author of the article."""
    button(reply_at(page, 1), SAY("forum.post.quote")).click()
    field = page.get_by_role("textbox", name=SAY("forum.comments.write"))
    expect(field.locator("blockquote")).to_contain_text("một luống rau")
    page.keyboard.type(f"Thứ bảy {talk.mark} @Ana")
    page.get_by_role("option", name=talk.writer.display_name).click()
    button(page, SAY("forum.reply.send")).click()
    expect(reply_at(page, 2)).to_contain_text(SAY("forum.post.answers", name=talk.lan.display_name, number=1))


def are_told(visit: Visit, talk: Talk) -> None:
    """The author of the article hears of the comment and of the mention, the quoted member of the answer."""
    page = visit("/vi/notifications", as_=talk.writer)
    kind = "notifications.kind"
    expect(page.get_by_text(SAY(f"{kind}.reply", name=talk.lan.display_name, count=1))).to_be_visible()
    expect(page.get_by_text(SAY(f"{kind}.mention", name="Ben"))).to_be_visible()
    page = visit("/vi/notifications", as_=talk.lan)
    page.get_by_role("listitem").filter(has_text=SAY(f"{kind}.quote", name="Ben")).get_by_role("link").click()
    expect(reply_at(page, 2)).to_contain_text("Thứ bảy")


def menu(page: Page, number: int, name: str) -> Locator:
    button(reply_at(page, number), SAY("forum.post.more")).click()
    return button(reply_at(page, number), name)


def reacts_and_sees_changes(lan: Page, ben: Page) -> None:
    button(reply_at(lan, 2), SAY("forum.post.react", given="")).click()
    thanks = SAY("forum.reaction.thanks")
    button(reply_at(lan, 2), thanks).click()
    expect(button(reply_at(lan, 2), SAY("forum.post.react", given=f"{thanks} 1"))).to_be_visible()
    menu(ben, 2, SAY("forum.post.edit")).click()
    expect(reply_at(ben, 2).get_by_role("textbox")).to_be_focused()
    ben.keyboard.type(" và chủ nhật")
    button(ben, SAY("common.save")).click()
    for page in (ben, lan):
        expect(reply_at(page, 2)).to_contain_text("và chủ nhật")


def takes_back(ben: Page, guest: Page) -> None:
    menu(ben, 2, SAY("forum.post.delete")).click()
    button(ben.get_by_role("dialog"), SAY("forum.post.delete")).click()
    for page in (ben, guest):
        expect(reply_at(page, 2)).to_contain_text(SAY("forum.reply.deleted"))
    button(ben, SAY("forum.delete.undo")).click()
    for page in (ben, guest):
        expect(reply_at(page, 2)).to_contain_text("và chủ nhật")


def is_in_the_forum(page: Page, talk: Talk) -> None:
    page.get_by_role("link", name=SAY("forum.comments.topic")).click()
    expect(page.get_by_role("heading", name=f"Vườn chung {talk.mark}", level=1)).to_be_visible()
    expect(reply_at(page, 1)).to_contain_text("một luống rau")
    expect(reply_at(page, 2)).to_contain_text("và chủ nhật")
    page.goto(f"/vi/search?q={talk.mark}+luống")
    expect(page.locator(FOUND)).to_be_visible()


def is_hidden(visit: Visit, guest: Page, talk: Talk) -> None:
    """By a moderator on the article's page; open pages follow, the search no longer finds it."""
    page = visit(talk.path, as_=talk.writer)
    menu(page, 1, SAY("forum.post.hide")).click()
    expect(reply_at(guest, 1)).to_contain_text(SAY("forum.reply.hidden"))
    expect(reply_at(guest, 1)).not_to_contain_text("một luống rau")
    guest.goto(f"/vi/search?q={talk.mark}+luống")
    # The answer quotes it, and is still there.
    expect(guest.locator("main a[href$='#reply-2']")).to_be_visible()
    expect(guest.locator(FOUND)).to_have_count(0)
