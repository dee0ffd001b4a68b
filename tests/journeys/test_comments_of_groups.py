"""An article with a comment is limited to a group, or a draft again: its comment leaves all pages, and comes back."""

import json
import re
import uuid
from dataclasses import dataclass

import httpx
import pytest
from playwright.sync_api import Page, expect

from balai.security.tokens import api_keys
from tests.factories.forum import rich
from tests.journeys.conftest import Person, Site, Visit
from tests.journeys.live import wait_until_followed
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_forum import button, make_administrator, reply_at, run_sql
from tests.journeys.texts import words_in
from tests.support.program import SECRET

SAY = words_in("vi")
AREA = "select f.slug from public.posts as p join public.forums as f on f.id = p.forum_id where p.id = $1::text::uuid"
LISTED = ("/vi/forum", "/vi/forum/{area}", "/vi/search?q={mark}", "/vi/forum/{area}/feed.xml")


@dataclass(frozen=True)
class Limited:
    """An article, its topic, and the group for which it will be. `mark` is in its title and comment."""

    site: Site
    mark: str
    topic: str
    area: str
    ada: Person
    hoa: Person

    @property
    def path(self) -> str:
        return f"/vi/blog/{self.mark}"

    @property
    def thread(self) -> str:
        return f"/vi/forum/{self.area}/post/{self.topic}"

    def is_shown(self, who: Person | None = None) -> set[str]:
        """The addresses at which the mark is found: by the pages of visitors, and by REST for this member."""
        headers = {"apikey": api_keys(SECRET).anon}
        if who:
            answer = httpx.post(
                f"{self.site.url}/auth/v1/token?grant_type=password",
                json={"email": who.email, "password": who.password},
                headers=headers,
            )
            headers["authorization"] = f"Bearer {answer.json()['access_token']}"
        filters = (
            f"posts?id=eq.{self.topic}",
            f"replies?post_id=eq.{self.topic}",
            f"forum_texts?name=like.*{self.mark}*",
        )
        found = {name for name in filters if httpx.get(f"{self.site.url}/rest/v1/{name}", headers=headers).json()}
        hits = self.rest("rpc/search", headers, {"query": self.mark, "reader": "vi"})
        found |= {"search"} if self.mark in json.dumps(hits) else set()
        pages = (*LISTED, self.path, self.thread, f"/vi/people/{self.hoa.id}")
        if who is None:
            texts = {page: page.format(area=self.area, mark=self.mark) for page in pages}
            # The search page names the words that are searched for.
            found |= {
                page for page, path in texts.items()
                if re.search(rf"Sân chơi( của)? {self.mark}", httpx.get(self.site.url + path).text)
            }  # fmt: skip
        return found

    def rest(self, name: str, headers: dict[str, str], body: dict[str, object]) -> object:
        return httpx.post(f"{self.site.url}/rest/v1/{name}", json=body, headers=headers).json()


@pytest.fixture
def limited(site: Site) -> Limited:
    mark = f"k{uuid.uuid4().hex[:6]}"
    ada, hoa = make_administrator(site, "Ada"), site.make_member("Hoa", language="vi")
    group, article = str(uuid.uuid4()), str(uuid.uuid4())
    site.call(ada, "save_group", id=group, slug=mark, joining="open", is_listed=True,
        texts={"vi": {"name": f"Phụ huynh {mark}", "description": ""}})  # fmt: skip
    site.call(hoa, "join_group", id=group)
    facts = {"id": article, "source_language": "vi", "status": "published", "tags": []}
    text = {"title": f"Sân chơi {mark}", "summary": "", "slug": mark, "status": "published"}
    site.call(ada, "save_article", article=facts, texts={"vi": {**text, "body": json.loads(rich("Mở từ thứ hai."))}})
    added = site.call(ada, "add_comment", article=article, id=str(uuid.uuid4()), language="vi",
        body=json.loads(rich(f"Đẹp lắm, Sân chơi của {mark}")))  # fmt: skip
    return Limited(site, mark, added["post"], str(run_sql(site, AREA, added["post"])), ada, hoa)


def choose_readers(page: Page, limited: Limited, name: str) -> None:
    """By the administrator, in the editor of the article."""
    page.goto(f"{limited.path}/edit")
    page.get_by_label(SAY("admin.audience.label")).select_option(label=name)
    button(page, SAY("blog.write.save.published")).click()
    page.wait_for_url(f"**{limited.path}")


def publish(page: Page, limited: Limited, when: str) -> None:
    """Or makes it a draft."""
    page.goto(f"{limited.path}/edit")
    page.get_by_role("radio", name=SAY(f"blog.write.when.{when}")).check()
    with page.expect_response("**/rpc/save_article"):
        button(page, SAY(f"blog.write.save.{when}")).click()


def test_comments_follow_the_readers_of_their_article(site: Site, visit: Visit, limited: Limited) -> None:
    stranger = site.make_member("Minh")
    everywhere = limited.is_shown()
    assert {"search", limited.path, limited.thread} <= everywhere, everywhere
    guest = visit(limited.thread)
    expect(reply_at(guest, 1)).to_contain_text("Đẹp lắm")
    wait_until_followed(site, guest, "public.replies")

    ada = visit(limited.path, as_=limited.ada)
    choose_readers(ada, limited, f"Phụ huynh {limited.mark}")
    assert limited.is_shown() == limited.is_shown(stranger) == set()
    hoa = visit(limited.path, as_=limited.hoa)
    expect(reply_at(hoa, 1)).to_contain_text("Đẹp lắm")
    hoa.get_by_role("textbox", name=SAY("forum.comments.write")).click()
    hoa.keyboard.type(f"Chỉ chúng mình {limited.mark}")
    button(hoa, SAY("forum.reply.send")).click()
    expect(reply_at(hoa, 2)).to_contain_text("Chỉ chúng mình")
    assert_accessible(hoa)
    hoa.get_by_role("link", name=SAY("forum.comments.topic")).click()
    expect(reply_at(hoa, 2)).to_contain_text("Chỉ chúng mình")
    expect(hoa.get_by_role("link", name=f"Bình luận: Phụ huynh {limited.mark}").first).to_be_visible()
    assert hoa.evaluate("document.documentElement.scrollWidth") <= 360
    # The open page of a visitor gets nothing of it, and is gone after a reload.
    expect(reply_at(guest, 2)).to_have_count(0)
    assert limited.is_shown() == set()
    guest.reload()
    expect(guest.get_by_role("heading", name=SAY("error.page.notFound.title"))).to_be_visible()

    choose_readers(ada, limited, SAY("admin.access.everyone"))
    assert limited.is_shown() == everywhere
    guest.goto(limited.path)
    expect(reply_at(guest, 2)).to_contain_text("Chỉ chúng mình")


def test_comments_leave_with_an_article_that_is_a_draft_again(site: Site, visit: Visit, limited: Limited) -> None:
    everywhere = limited.is_shown()
    ada = visit(limited.path, as_=limited.ada)
    publish(ada, limited, "draft")
    assert limited.is_shown() == limited.is_shown(limited.hoa) == set()
    # Moderators find them, and cannot give them other readers.
    ada.goto("/vi/forum")
    ada.get_by_role("link", name="Bình luận: bài viết không còn đăng").first.click()
    expect(ada.get_by_role("link", name=f"Sân chơi {limited.mark}").first).to_be_visible()
    assert_accessible(ada)
    publish(ada, limited, "now")
    assert limited.is_shown() == everywhere
    guest = visit(limited.path)
    expect(reply_at(guest, 1)).to_contain_text("Đẹp lắm")
