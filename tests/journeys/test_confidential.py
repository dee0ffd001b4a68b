"""A confidential area leaves no trace for users outside it: lists, pages, search, feeds, data, export, pictures."""

import json
import re
import uuid

import httpx
from playwright.sync_api import expect

from balai.security.tokens import api_keys
from tests.factories.forum import rich
from tests.journeys.conftest import DESK, Person, Site, Visit, session_of
from tests.journeys.test_forum import MAKE_FORUM, MAKE_POST, NAME_FORUM, button, reply_at, run_sql, write_reply
from tests.journeys.test_images import photo, shown_from
from tests.journeys.texts import words_in
from tests.support.program import SECRET

MAKE_GROUP = "insert into public.groups (id, slug, is_listed) values ($1, $2, false)"
JOIN = "insert into public.group_members (group_id, member_id) values ($1, $2)"
CLOSE = """
update public.forums set is_restricted = true, is_confidential = true, group_id = $2 where id = $1
"""
GIVE = "insert into public.area_rights (forum_id, group_id, rights) values ($1, $2, '{see,reply,create}')"
# Moderators write without review.
LEAD = """
insert into public.role_grants (member_id, role_id, forum_id)
select $1, id, $2 from public.roles where preset = 'moderator'
"""
SAY = words_in("en")


def make_area(site: Site, mark: str, members: list[Person]) -> str:
    """A confidential area of a group, with one topic by its first member. Returns the id of the topic."""
    group = uuid.uuid4()
    area = run_sql(site, MAKE_FORUM, f"quiet-{mark}")
    run_sql(site, NAME_FORUM, area, "en", f"Quiet {mark}")
    run_sql(site, MAKE_GROUP, group, f"quiet-{mark}")
    for member in members:
        run_sql(site, JOIN, group, uuid.UUID(member.id))
        run_sql(site, LEAD, uuid.UUID(member.id), area)
    run_sql(site, CLOSE, area, group)
    run_sql(site, GIVE, area, group)
    body = rich(f"Does the lawyer {mark} help with papers?")
    return str(run_sql(site, MAKE_POST, area, uuid.UUID(members[0].id), f"A lawyer {mark}", body))


def headers_of(site: Site, person: Person | None) -> dict[str, str]:
    """The headers of a client, and the cookie of a browser."""
    key = api_keys(SECRET).anon
    if person is None:
        return {"apikey": key}
    cookies = session_of(site, person)["cookies"]
    assert isinstance(cookies, list)
    token = next(cookie["value"] for cookie in cookies if cookie["name"] == "sb-access-token")
    return {"apikey": key, "authorization": f"Bearer {token}", "cookie": f"sb-access-token={token}"}


def test_confidential_area_leaves_no_trace_outside(site: Site, visit: Visit) -> None:
    mark = f"k{uuid.uuid4().hex[:8]}"
    mai, ben, outsider = site.make_member("Mai"), site.make_member("Ben"), site.make_member("Linh")
    path = f"/en/forum/quiet-{mark}/post/{make_area(site, mark, [mai, ben])}"

    page = visit(path, as_=mai, viewport=DESK)
    write_reply(page, SAY, f"The lawyer {mark} comes on Monday, look at the notice.")
    with page.expect_file_chooser() as chooser:
        button(page, SAY("editor.image")).click()
        page.get_by_role("button", name="Choose a picture").last.click()
    chooser.value.set_files(photo(1))  # type: ignore[arg-type]
    dialog = page.locator("dialog[open]")
    dialog.get_by_role("textbox").fill(f"The notice {mark}")
    button(dialog, SAY("editor.image.insert")).click()
    expect(page.locator(".ProseMirror img")).to_have_count(1)
    button(page, SAY("forum.reply.send")).click()
    expect(reply_at(page, 1)).to_contain_text(mark)
    picture = re.sub(r"\?.*", "", shown_from(page, f"#reply-1 img[alt='The notice {mark}']"))
    assert picture.startswith(f"{site.url}/pictures/{mai.id}/")

    # Inside, another member finds and sees all of it.
    inside = visit(f"/en/search?q={mark}", as_=ben, viewport=DESK)
    inside.get_by_role("main").get_by_role("link", name=f"A lawyer {mark}").first.click()
    expect(reply_at(inside, 1)).to_contain_text("comes on Monday")
    assert shown_from(inside, f"#reply-1 img[alt='The notice {mark}']").startswith(picture)

    # Outside, a signed-in member and a visitor find nothing.
    for person in (outsider, None):
        search = visit(f"/en/search?q={mark}", as_=person, viewport=DESK)
        expect(search.get_by_role("main")).to_contain_text(f"Nothing found for “{mark}”")
        expect(search.get_by_role("main").get_by_role("link", name="lawyer")).to_have_count(0)
        headers = headers_of(site, person)
        with httpx.Client(base_url=site.url, headers=headers, timeout=60) as client:
            for closed in (
                path,
                f"/en/forum/quiet-{mark}",
                f"/en/forum/quiet-{mark}/feed.xml",
                picture,
                f"{picture}?width=400",
            ):
                assert client.get(closed).status_code == 404, closed
            rpc = client.post("/rest/v1/rpc/search", json={"query": mark, "page_size": 20})
            assert rpc.json() == []
            for shown in (
                "/en/forum",
                "/en/topics",
                "/en/topics?list=new",
                f"/en/people/{mai.id}",
                "/sitemap.xml",
                "/rest/v1/forums?select=slug",
                "/rest/v1/posts?select=title&order=created_at.desc&limit=20",
                "/rest/v1/replies?select=body&order=created_at.desc&limit=20",
                "/rest/v1/text_pictures?select=picture",
            ):
                text = client.get(shown, follow_redirects=True).text
                assert mark not in text and "lawyer" not in text, shown
            if person is not None:
                assert mark not in json.dumps(client.post("/rest/v1/rpc/my_data", json={}).json())
                assert client.get("/rest/v1/notifications?select=*").json() == []
    assert not any(mark in mail for person in (outsider, ben) for mail in site.mails_to(person.email))
