"""An article and a file for one group: written on a phone, read by its members, without a trace for anyone else."""

import re
import uuid

import httpx
from playwright.sync_api import FilePayload, expect

from tests.journeys.conftest import Site, Visit
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_article_editor import publish, write_body
from tests.journeys.test_forum import button, run_sql
from tests.journeys.test_images import make_administrator
from tests.journeys.texts import words_in

FILE: FilePayload = {"name": "rota.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7\n%%EOF"}
FILE_OF_GROUP = """
select f.url from public.resource_files as f join public.resources as r on r.id = f.resource_id
where r.group_id = $1::text::uuid
"""


def test_article_and_file_of_a_group_are_for_its_members(site: Site, visit: Visit) -> None:
    say, ada = words_in("en"), make_administrator(site)
    hoa, mei = site.make_member("Hoa", language="vi"), site.make_member("Mei", language="zh")
    group, mark = str(uuid.uuid4()), uuid.uuid4().hex[:6]
    name, title, file = f"Parents {mark}", f"Parents meet {mark}", f"Rota {mark}"
    texts = {"en": {"name": name, "description": ""}}
    site.call(ada, "save_group", id=group, slug=f"parents-{mark}", joining="open", is_listed=True, texts=texts)
    site.call(hoa, "join_group", id=group)

    page = visit("/en/blog/new", as_=ada)
    page.get_by_label("Title", exact=True).fill(title)
    write_body(page, "On Saturday at nine.")
    page.get_by_label(say("admin.audience.label")).select_option(label=name)
    # Its readers comment, in an area of the group.
    expect(page.get_by_label(say("blog.write.comments"))).to_be_checked()
    assert_accessible(page)
    publish(page)
    expect(page.get_by_text(say("common.limited"), exact=True)).to_be_visible()
    article = page.url

    page.goto("/en/admin/resources")
    button(page, say("admin.resources.add")).first.click()
    address, audience = page.get_by_label(say("admin.resources.url")), page.get_by_label(say("admin.audience.label"))
    upload = page.get_by_label(say("admin.resources.file")).first
    upload.set_input_files(FILE)
    expect(address).to_have_value(re.compile("/public/files/"))
    page.get_by_label(say("admin.resources.name"), exact=False).first.fill(file)
    audience.select_option(label=name)
    button(page, say("common.save")).first.click()
    # A public file is opened by its address alone.
    expect(page.get_by_text(say("error.detail.file_for_others"))).to_be_visible()
    upload.set_input_files(FILE)
    expect(address).to_have_value(re.compile(f"/member-files/groups/{group}/"))
    assert_accessible(page)
    button(page, say("common.save")).first.click()
    expect(page.get_by_text(say("admin.resources.saved"))).to_be_visible()
    stored = run_sql(site, FILE_OF_GROUP, group)

    page = visit(f"/vi/groups/parents-{mark}", as_=hoa)
    assert_accessible(page)
    with page.expect_download() as download:
        page.get_by_role("link", name=file, exact=True).click()
    assert download.value.path().read_bytes() == FILE["buffer"]
    page.get_by_role("link", name=title).click()
    expect(page.get_by_text("On Saturday at nine.")).to_be_visible()

    for other in (visit(f"/zh/groups/parents-{mark}", as_=mei), visit("/zh/blog"), visit("/zh/resources")):
        expect(other.get_by_role("heading", level=1)).to_be_visible()
        assert not set(re.findall(f"({title}|{file})", other.content()))
    stranger = visit(article, as_=mei)
    expect(stranger.get_by_role("heading", name=words_in("en")("error.page.notFound.title"))).to_be_visible()
    assert httpx.get(site.url + str(stored)).status_code == 400
