"""A spammer with ten accounts writes to an area that holds first texts: no reader gets any of it, moderators decide."""

import random
import uuid
from concurrent.futures import ThreadPoolExecutor

import httpx
from playwright.sync_api import expect

from tests.journeys.conftest import Person, Site, Visit
from tests.journeys.test_confidential import headers_of
from tests.journeys.test_forum import Forum, make_administrator, run_sql
from tests.journeys.test_forum import forum as forum

ACCOUNTS, POSTS = 10, 5
# Of no language, so that the search finds nothing alike.
CONSONANTS = "bdfgjklqvwxz"
COUNT = "select count(*) from public.held_texts as h join public.forums as f on f.id = h.forum_id where f.slug = $1"


def post_spam(site: Site, person: Person, area: str, mark: str) -> list[int]:
    """Five topics over the data service, as a script does. Returns the statuses."""
    with httpx.Client(base_url=site.url, headers=headers_of(site, person), timeout=60) as client:
        return [
            client.post(
                "/rest/v1/posts",
                json={
                    "id": str(uuid.uuid4()),
                    "forum_id": area,
                    "language": "en",
                    "title": f"Cheap {mark} number {number}",
                    "body": {"type": "doc", "content": [_line(f"Cheap {mark} at my shop, number {number}.")]},
                },
            ).status_code
            for number in range(POSTS)
        ]


def _line(text: str) -> dict[str, object]:
    return {"type": "paragraph", "content": [{"type": "text", "text": text}]}


def test_posts_of_ten_new_accounts_reach_no_reader(site: Site, visit: Visit, forum: Forum) -> None:
    mark, admin = "".join(random.choices(CONSONANTS, k=12)), make_administrator(site)
    area = str(run_sql(site, "select id from public.forums where slug = $1", forum.slug))
    with httpx.Client(base_url=site.url, headers=headers_of(site, admin), timeout=60) as client:
        client.post("/rest/v1/rpc/set_area_queue", json={"forum": area, "holds": True}).raise_for_status()
    accounts = [site.make_member(f"Shop {number}") for number in range(ACCOUNTS)]
    # At once, as scripts write.
    with ThreadPoolExecutor(4) as threads:
        statuses = [
            each for sent in threads.map(lambda one: post_spam(site, one, area, mark), accounts) for each in sent
        ]
    assert len(statuses) == ACCOUNTS * POSTS
    held = int(str(run_sql(site, COUNT, forum.slug)))
    # A limit for new users answers some; what is not refused waits.
    assert held == statuses.count(201) >= ACCOUNTS, (held, statuses)

    reader = site.make_member("Linh")
    for person in (reader, None):
        page = visit(f"/en/forum/{forum.slug}", as_=person)
        expect(page.get_by_role("link", name="Opening hours, anybody?")).to_be_visible()
        expect(page.get_by_text(mark)).to_have_count(0)
        with httpx.Client(base_url=site.url, headers=headers_of(site, person), timeout=60) as client:
            assert client.post("/rest/v1/rpc/search", json={"query": mark, "page_size": 20}).json() == []
            for path in ("/en/topics", f"/en/forum/{forum.slug}/feed.xml", "/rest/v1/posts?select=title,body"):
                assert mark not in client.get(path).text, path
            assert mark not in client.get("/rest/v1/held_texts?select=*").text

    # The moderators have all of it.
    with httpx.Client(base_url=site.url, headers=headers_of(site, admin), timeout=60) as client:
        waiting = client.get(f"/rest/v1/held_texts?select=title&status=eq.waiting&forum_id=eq.{area}").json()
    assert len(waiting) == held and all(mark in text["title"] for text in waiting)
