"""The forum in a browser, on a phone, in Chinese and Vietnamese: post, reply, edit, delete, moderate."""

import asyncio
import re
import uuid
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import asyncpg
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.factories.forum import rich
from tests.journeys.conftest import ALIVE, Person, Site, Visit, wait_for
from tests.journeys.texts import words_in

Say = Callable[..., str]

MAKE_FORUM = "insert into public.forums (slug, position) values ($1, 900) returning id"
NAME_FORUM = "insert into public.forum_texts (forum_id, language, name, description) values ($1, $2, $3, '')"
MAKE_POST = """
insert into public.posts (forum_id, author_id, language, title, body) values ($1, $2, 'en', $3, $4) returning id
"""
MAKE_REPLIES = """
insert into public.replies (post_id, author_id, language, body) select $1, $2, 'en', $3 from generate_series(1, $4)
"""
COUNT_REPLIES = "select count(*) from public.replies where post_id = $1"
MAKE_ADMINISTRATOR = "insert into public.administrators (user_id) values ($1)"

NAMES = {"en": "Journeys", "zh": "旅程", "ms": "Perjalanan", "vi": "Hành trình"}
TEXTS = {
    "zh": {
        "title": "社区诊所周末开门吗",
        "body": "请问社区诊所周末开门吗？我平时都要上班。",
        "items": ["星期六上午", "星期日下午"],
        "reply": "周六上午开门，要先预约。",
        "answer": "谢谢您！",
        "more": "（补充）",
    },
    "vi": {
        "title": "Phòng khám có mở cuối tuần không?",
        "body": "Cho mình hỏi phòng khám cộng đồng có mở cuối tuần không?",
        "items": ["sáng thứ bảy", "chiều chủ nhật"],
        "reply": "Sáng thứ bảy có mở, bạn nhớ đặt trước nhé.",
        "answer": "Cảm ơn bạn!",
        "more": " (bổ sung)",
    },
}
WORKER_READY = "async () => Boolean((await navigator.serviceWorker.ready).active && navigator.serviceWorker.controller)"
PAGES_STORED = """async (paths) => {
  const cache = await caches.open("balai-pages-1");
  const found = await Promise.all(paths.map((path) => cache.match(path, { ignoreVary: true })));
  return found.every(Boolean);
}"""
PICTURE = "https://pictures.example/clinic.png"
STORED = "/storage/v1/object/public/pictures/journey/clinic.png"


@dataclass(frozen=True)
class Forum:
    """A forum for this journey, with one post by another member."""

    slug: str
    post: str
    author: Person

    def path(self, lang: str) -> str:
        return f"/{lang}/forum/{self.slug}/post/{self.post}"


@pytest.fixture
def forum(site: Site) -> Forum:
    author = site.make_member("Dũng")
    slug = f"journey-{uuid.uuid4().hex[:8]}"
    return Forum(slug, str(in_own_thread(_fill(site, slug, author))), author)


async def _fill(site: Site, slug: str, author: Person) -> str:
    connection = await asyncpg.connect(site.database_url)
    forum_id = await connection.fetchval(MAKE_FORUM, slug)
    await connection.executemany(NAME_FORUM, [(forum_id, lang, name) for lang, name in NAMES.items()])
    body = rich("Is there anybody here who knows the opening hours?")
    post = await connection.fetchval(MAKE_POST, forum_id, uuid.UUID(author.id), "Opening hours, anybody?", body)
    await connection.close()
    return str(post)


def in_own_thread(work: Coroutine[None, None, object]) -> object:
    """Run in a thread of its own: the browser's driver occupies the event loop of the test's thread."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, work).result()


def run_sql(site: Site, statement: str, *values: object) -> object:
    """Run one statement, bypassing every policy."""

    async def run() -> object:
        connection = await asyncpg.connect(site.database_url)
        try:
            return await connection.fetchval(statement, *values)
        finally:
            await connection.close()

    return in_own_thread(run())


def make_administrator(site: Site, name: str = "Ana") -> Person:
    person = site.make_member(name)
    run_sql(site, MAKE_ADMINISTRATOR, uuid.UUID(person.id))
    return person


def button(scope: Page | Locator, name: str) -> Locator:
    return scope.get_by_role("button", name=name, exact=True)


def reply_at(page: Page, number: int) -> Locator:
    return page.locator(f"#reply-{number}")


def reply_field(page: Page, say: Say) -> Locator:
    return page.get_by_role("textbox", name=say("forum.reply.title"))


def write_reply(page: Page, say: Say, text: str) -> None:
    reply_field(page, say).click()
    expect(reply_field(page, say)).to_be_focused()
    page.keyboard.type(text)


@pytest.mark.parametrize("lang", ["zh", "vi"])
def test_new_post_with_a_list_and_an_image(site: Site, visit: Visit, forum: Forum, lang: str) -> None:
    say, texts = words_in(lang), TEXTS[lang]
    page = visit(f"/{lang}/forum/{forum.slug}", as_=site.make_member("林美"))
    page.route("**/pictures", lambda route: route.fulfill(json={"address": STORED}))
    page.get_by_role("link", name=say("forum.newPost")).click()
    button(page, say("post.new.publish")).click()
    expect(page.get_by_text(say("forum.error.titleShort", min=2 if lang == "zh" else 4))).to_be_visible()
    expect(page.get_by_text(say("forum.error.bodyShort", min=8 if lang == "zh" else 20))).to_be_visible()

    page.get_by_label(say("post.new.heading")).fill(texts["title"])
    page.get_by_role("textbox", name=say("post.new.body")).click()
    page.keyboard.type(texts["body"])
    page.keyboard.press("Enter")
    button(page, say("editor.bullets")).click()
    for item in texts["items"]:
        page.keyboard.type(item)
        page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    button(page, say("editor.image")).click()
    page.get_by_label(say("editor.image.address")).fill(PICTURE)
    page.get_by_label(say("editor.image.alt")).fill(texts["title"])
    button(page, say("editor.image.insert")).click()
    expect(page.locator(".ProseMirror img")).to_have_count(1)
    expect(page.get_by_label(say("forum.write.language"))).to_have_value(lang)
    # A double click creates one post.
    button(page, say("post.new.publish")).dblclick()

    heading = page.get_by_role("heading", level=1, name=texts["title"])
    expect(heading).to_be_visible()
    expect(heading).to_have_attribute("lang", "zh-Hans" if lang == "zh" else lang)
    article = page.get_by_role("article").first
    expect(article.get_by_role("listitem")).to_have_text(texts["items"])
    stored = re.compile(re.escape(STORED.partition("/pictures/")[2]))
    expect(article.get_by_role("img", name=texts["title"])).to_have_attribute("src", stored)
    page.goto(f"/{lang}/forum/{forum.slug}")
    expect(page.get_by_role("link", name=texts["title"])).to_have_count(1)


@pytest.mark.parametrize("lang", ["zh", "vi"])
def test_reply_quote_edit_delete_and_restore(site: Site, visit: Visit, forum: Forum, lang: str) -> None:
    say, texts = words_in(lang), TEXTS[lang]
    page = visit(forum.path(lang), as_=site.make_member("林美"))
    write_reply(page, say, texts["reply"])
    button(page, say("forum.reply.send")).click()
    expect(reply_at(page, 1)).to_contain_text(texts["reply"])
    expect(reply_at(page, 1)).to_be_focused()

    button(reply_at(page, 1), say("forum.post.quote")).click()
    field = page.get_by_role("textbox", name=say("forum.reply.title"))
    expect(field).to_be_focused()
    expect(field.locator("blockquote")).to_contain_text(texts["reply"])
    page.keyboard.type(texts["answer"])
    button(page, say("forum.reply.send")).click()
    expect(reply_at(page, 2).locator("blockquote")).to_contain_text(texts["reply"])
    expect(reply_at(page, 2)).to_contain_text(say("forum.post.answers", name="林美", number=1))

    button(reply_at(page, 2), say("forum.post.more")).click()
    button(reply_at(page, 2), say("forum.post.edit")).click()
    expect(reply_at(page, 2).get_by_role("textbox")).to_be_focused()
    page.keyboard.type(texts["more"])
    button(page, say("common.save")).click()
    expect(reply_at(page, 2)).to_contain_text(texts["answer"] + texts["more"])

    button(reply_at(page, 2), say("forum.post.more")).click()
    button(reply_at(page, 2), say("forum.post.delete")).click()
    button(page.get_by_role("dialog"), say("forum.post.delete")).click()
    expect(reply_at(page, 2)).to_contain_text(say("forum.reply.deleted"))
    expect(reply_at(page, 2)).not_to_contain_text(texts["answer"])
    button(page, say("forum.delete.undo")).click()
    expect(reply_at(page, 2)).to_contain_text(texts["answer"] + texts["more"])
    expect(reply_at(page, 2).locator("blockquote")).to_contain_text(texts["reply"])

    # The quote leaves and returns with the text that it quotes, after an edit too.
    button(reply_at(page, 1), say("forum.post.more")).click()
    button(reply_at(page, 1), say("forum.post.delete")).click()
    button(page.get_by_role("dialog"), say("forum.post.delete")).click()
    expect(reply_at(page, 2).locator("blockquote")).to_have_text("[…]")
    button(page, say("forum.delete.undo")).click()
    expect(reply_at(page, 2).locator("blockquote")).to_contain_text(texts["reply"])


@pytest.mark.parametrize("lang", ["zh", "vi"])
def test_guest_finds_the_typed_text_after_sign_in(site: Site, visit: Visit, forum: Forum, lang: str) -> None:
    say, texts, person = words_in(lang), TEXTS[lang], site.make_member("Hoa")
    page = visit(forum.path(lang))
    write_reply(page, say, texts["reply"])
    button(page, say("forum.write.signIn")).click()
    expect(button(page, say("signin.submit"))).to_be_enabled()
    page.get_by_label(say("signin.email")).fill(person.email)
    page.get_by_label(say("signin.password"), exact=True).fill(person.password)
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name=say("forum.reply.title"))).to_have_text(texts["reply"])
    expect(page.get_by_text(say("forum.write.restored"))).to_be_visible()
    button(page, say("forum.reply.send")).click()
    expect(reply_at(page, 1)).to_contain_text(texts["reply"])
    page.goto(forum.path(lang))
    expect(reply_field(page, say)).to_have_value("")


def test_switching_the_language_keeps_the_draft(site: Site, visit: Visit, forum: Forum) -> None:
    page = visit(forum.path("vi"))
    write_reply(page, words_in("vi"), TEXTS["vi"]["reply"])
    page.get_by_role("contentinfo").get_by_role("link", name="中文").click()
    page.wait_for_url(f"**{forum.path('zh')}")
    field = page.get_by_role("textbox", name=words_in("zh")("forum.reply.title"))
    expect(field).to_have_text(TEXTS["vi"]["reply"])
    expect(page.get_by_label(words_in("zh")("forum.write.language"))).to_have_value("vi")


def test_lost_connection_sends_the_text_again_and_once(site: Site, visit: Visit, forum: Forum) -> None:
    say, texts = words_in("vi"), TEXTS["vi"]
    page = visit(forum.path("vi"), as_=site.make_member("Hoa"))
    write_reply(page, say, texts["reply"])
    # The first request arrives, its response does not: the worst moment to lose a connection.
    arrived: list[int] = []

    def swallow_answer(route: object) -> None:
        arrived.append(route.fetch().status)  # type: ignore[attr-defined]
        route.abort("connectionreset")  # type: ignore[attr-defined]

    page.route("**/rest/v1/replies*", swallow_answer, times=1)
    # It waits in the outbox and is sent again from there.
    with page.expect_response("**/rest/v1/replies*") as again:
        button(page, say("forum.reply.send")).click()
    assert arrived == [201]
    assert (again.value.status, again.value.headers["idempotent-replayed"]) == (201, "true")
    expect(reply_at(page, 1)).to_contain_text(texts["reply"])
    assert run_sql(site, COUNT_REPLIES, uuid.UUID(forum.post)) == 1


def test_thread_is_readable_if_the_editor_fails_to_load(site: Site, visit: Visit, forum: Forum) -> None:
    say = words_in("vi")
    page = visit(forum.path("vi"), as_=site.make_member("Hoa"))
    page.route("**/assets/Editor-*.js", lambda route: route.abort())
    reply_field(page, say).click()
    expect(page.get_by_role("alert")).to_contain_text(say("editor.lost"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Opening hours, anybody?")
    page.unroute("**/assets/Editor-*.js")
    button(page, say("common.retry")).click()
    expect(page.get_by_role("toolbar", name=say("editor.toolbar"))).to_be_visible()


def test_lock_by_an_administrator_applies_to_open_pages(site: Site, visit: Visit, forum: Forum) -> None:
    say, texts = words_in("zh"), TEXTS["zh"]
    member = visit(forum.path("zh"), as_=site.make_member("林美"))
    write_reply(member, say, texts["reply"])
    admin = visit(forum.path("zh"), as_=make_administrator(site))
    button(admin, say("forum.post.lock")).click()
    expect(admin.get_by_text(say("forum.post.locked"))).to_be_visible()
    button(admin, say("forum.post.pin")).click()
    expect(button(admin, say("forum.post.unpin"))).to_be_visible()

    button(member, say("forum.reply.send")).click()
    expect(member.get_by_role("alert")).to_contain_text(say("forum.error.post_locked"))
    expect(member.get_by_role("textbox", name=say("forum.reply.title"))).to_have_text(texts["reply"])
    guest = visit(forum.path("zh"))
    expect(guest.get_by_text(say("forum.post.locked"))).to_be_visible()
    expect(reply_field(guest, say)).to_have_count(0)


def test_report_reaches_administrators_who_hide_the_post(site: Site, visit: Visit, forum: Forum) -> None:
    say = words_in("vi")
    page = visit(forum.path("vi"), as_=site.make_member("Hoa"))
    button(page, say("forum.post.more")).first.click()
    button(page, say("forum.post.report")).click()
    button(page, say("forum.report.send")).click()
    expect(page.get_by_text(say("forum.error.reasonMissing"))).to_be_visible()
    page.get_by_label(say("forum.report.spam")).check()
    page.get_by_label(say("forum.report.note")).fill("Xin xem giúp")
    button(page, say("forum.report.send")).click()
    expect(page.get_by_text(say("forum.report.sent"))).to_be_visible()

    admin = visit("/vi/admin/desk?show=all", as_=make_administrator(site))
    card = admin.get_by_role("listitem").filter(has_text="Opening hours, anybody?").filter(has_text="Xin xem giúp")
    button(card, say("admin.desk.resolve.post")).click()
    expect(card).to_have_count(0)
    guest = visit(forum.path("vi"))
    expect(guest.get_by_text(say("forum.post.hidden"))).to_be_visible()
    expect(guest.locator("body")).not_to_contain_text("Opening hours, anybody?")


def test_link_to_a_reply_opens_its_page_at_the_reply(site: Site, visit: Visit, forum: Forum) -> None:
    say = words_in("vi")
    run_sql(site, MAKE_REPLIES, uuid.UUID(forum.post), uuid.UUID(forum.author.id), rich("Loaded"), 45)
    page = visit(f"{forum.path('vi')}?reply=30#reply-30")
    expect(reply_at(page, 30)).to_be_in_viewport()
    expect(page.get_by_text(say("forum.post.page", page=2, pages=3)).first).to_be_visible()
    page.get_by_role("link", name=say("forum.post.later")).first.click()
    expect(reply_at(page, 41)).to_be_visible()
    expect(reply_at(page, 30)).to_have_count(0)


def test_all_times_of_a_thread_follow_the_clock(site: Site, visit: Visit, forum: Forum) -> None:
    run_sql(site, MAKE_REPLIES, uuid.UUID(forum.post), uuid.UUID(forum.author.id), rich("Loaded"), 3)
    page = visit("/en/about")
    page.clock.install()
    page.goto(forum.path("en"))
    page.evaluate(ALIVE)
    times = page.locator("main article time")
    before = times.all_text_contents()
    page.clock.run_for(180_000)
    for place, text in enumerate(before):
        expect(times.nth(place)).not_to_have_text(text)


def test_reading_a_thread_loads_no_editor(visit: Visit, forum: Forum) -> None:
    page = visit(forum.path("vi"))
    page.wait_for_load_state("networkidle")
    scripts = page.evaluate(
        "performance.getEntriesByType('resource').filter(e => /\\.js($|\\?)/.test(e.name))"
        ".map(e => [e.name, e.encodedBodySize])"
    )
    assert scripts
    # Scripts for live updates load once the browser is idle; reading does not wait for them.
    first = [size for name, size in scripts if not re.search("channel-|realtime|dist-|module-", name)]
    assert sum(first) < 120 * 1024, scripts
    assert sum(size for _, size in scripts) < 150 * 1024, scripts
    assert not [name for name, _ in scripts if re.search("Editor-|ActProvider|supabase", name)]


def test_thread_is_readable_without_scripts(site: Site, visit: Visit, forum: Forum) -> None:
    run_sql(site, MAKE_REPLIES, uuid.UUID(forum.post), uuid.UUID(forum.author.id), rich("Loaded"), 21)
    page = visit(f"/zh/forum/{forum.slug}", java_script_enabled=False)
    page.get_by_role("link", name="Opening hours, anybody?").click()
    page.get_by_role("link", name=words_in("zh")("forum.post.later")).first.click()
    expect(reply_at(page, 21)).to_contain_text("Loaded")


def test_reply_without_a_connection_leaves_from_any_page_and_once(site: Site, visit: Visit, forum: Forum) -> None:
    say, texts = words_in("vi"), TEXTS["vi"]
    path = forum.path("vi")
    page = visit("/vi/forum", as_=site.make_member("Tam"), service_workers="allow")
    wait_for(lambda: page.evaluate(WORKER_READY), "the service worker")
    wait_for(lambda: page.evaluate(PAGES_STORED, ["/vi/forum"]), "the list in the cache")
    page.goto(path)
    page.evaluate(ALIVE)
    write_reply(page, say, texts["reply"])
    wait_for(lambda: page.evaluate(PAGES_STORED, [path]), "the thread in the cache")
    page.context.set_offline(True)
    button(page, say("forum.reply.send")).click()
    waiting = page.get_by_role("region", name=say("forum.outbox.title"))
    expect(waiting).to_contain_text(texts["reply"])
    expect(waiting).to_contain_text(say("forum.outbox.waiting"))
    # It outlives the page, and can be changed while it waits.
    page.goto(path)
    expect(waiting).to_contain_text(texts["reply"])
    button(waiting, say("forum.post.edit")).click()
    field = page.get_by_role("textbox", name=say("forum.reply.title"))
    expect(field).to_have_text(texts["reply"])
    expect(waiting).to_have_count(0)
    button(page, say("forum.reply.send")).click()
    expect(waiting).to_contain_text(texts["reply"])
    page.goto("/vi/forum")
    page.evaluate(ALIVE)
    page.context.set_offline(False)
    expect(page.get_by_role("status").filter(has_text=say("forum.reply.sent"))).to_be_visible()
    button(page, say("forum.outbox.show")).click()
    expect(reply_at(page, 1)).to_contain_text(texts["reply"])
    expect(waiting).to_have_count(0)
    assert run_sql(site, COUNT_REPLIES, uuid.UUID(forum.post)) == 1
