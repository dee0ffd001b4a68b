"""An empty site is set up through the guide, on a phone and in Vietnamese, and ends with a page that guests can use."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import ADMINISTRATOR, Person, Site, Visit
from tests.journeys.test_images import photo
from tests.journeys.texts import words_in
from tests.support.program import running_program

ADA = Person("", ADMINISTRATOR[0], ADMINISTRATOR[1], "")
NAME = "Phòng khám An Bình"
ADDRESS = "12 Lê Lợi, Quận 1"


@pytest.fixture(scope="module")
def site(postgres: str) -> Iterator[Site]:
    """The program without content, as after its first start."""
    email, password = ADMINISTRATOR
    settings = {"BALAI_ADMIN_EMAIL": email, "BALAI_ADMIN_PASSWORD": password, "BALAI_MAILBOX": "true"}
    with running_program(postgres, **settings) as (url, database_url):
        yield Site(url, database_url)


def heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(text)


def meet_a_wrong_server(page: Page) -> None:
    """Enter an SMTP server that does not exist, read why it failed, and skip the step."""
    say = words_in("vi")
    heading(page, say("admin.setup.email.title"))
    page.get_by_label(say("admin.email.provider")).select_option("other")
    page.get_by_label(say("admin.email.host")).fill("no-such-host.invalid")
    page.get_by_label(say("admin.email.username")).fill("balai")
    page.get_by_label(say("admin.email.password"), exact=True).fill("secret")
    page.get_by_label(say("admin.email.sender")).fill("balai@example.org")
    page.get_by_role("button", name=say("admin.email.save")).click()
    expect(page.get_by_text(say("admin.email.error.host_unknown"))).to_be_visible()
    page.get_by_role("button", name=say("admin.setup.skip")).click()


def tell_hours_and_address(page: Page) -> None:
    """Give address and telephone, and take the usual hours but for one day."""
    say = words_in("vi")
    heading(page, say("admin.setup.hours.title"))
    save = page.get_by_role("button", name=say("admin.setup.save"))
    save.click()
    expect(page.get_by_text(say("admin.setup.hours.missing"))).to_be_visible()
    page.get_by_label(say("admin.hours.addressLine"), exact=False).first.fill(ADDRESS)
    page.get_by_label(say("admin.hours.phone")).fill("028 3822 1234")
    page.get_by_role("button", name=say("admin.setup.hours.fill")).click()
    page.get_by_role("button", name=say("admin.hours.addTo", day="Chủ Nhật")).click()
    page.get_by_label(say("admin.hours.closes", day="Chủ Nhật")).fill("12:00")
    save.click()


def invite_by_email(page: Page) -> None:
    say = words_in("vi")
    heading(page, say("admin.setup.people.title"))
    page.get_by_label(say("admin.setup.people.name", number=1)).fill("Cô Mai")
    page.get_by_label(say("admin.setup.people.email", number=1)).fill("mai")
    page.get_by_role("button", name=say("admin.setup.people.make")).click()
    expect(page.get_by_text(say("signin.emailInvalid"))).to_be_visible()
    page.get_by_label(say("admin.setup.people.email", number=1)).fill("co-mai@example.org")
    page.get_by_role("button", name=say("admin.setup.people.make")).click()
    expect(page.get_by_alt_text(say("admin.invitations.qr"))).to_be_visible()
    expect(page.get_by_text("co-mai@example.org")).to_be_visible()
    page.get_by_role("button", name=say("admin.setup.goOn")).click()


def test_empty_site_becomes_one_that_guests_use(visit: Visit) -> None:
    say = words_in("vi")
    page = visit("/vi", as_=ADA)
    page.wait_for_url("**/vi/admin/setup")
    heading(page, say("admin.setup.name.title"))
    save = page.get_by_role("button", name=say("admin.setup.save"))
    save.click()
    expect(page.get_by_text(say("admin.setup.name.missing"))).to_be_visible()
    page.get_by_label(say("admin.setup.name.name")).first.fill(NAME)
    page.get_by_label(say("admin.setup.name.tagline")).first.fill("Gần nhà")
    save.click()

    heading(page, say("admin.setup.kind.title"))
    page.reload()
    page.get_by_role("radio", name=say("admin.setup.kind.clinic")).check()
    expect(page.get_by_text("Sống khoẻ")).to_be_visible()
    save.click()

    heading(page, say("admin.setup.logo.title"))
    page.locator("input[type=file]").set_input_files(photo())
    expect(page.get_by_role("button", name=say("upload.replace"))).to_be_visible()
    save.click()

    heading(page, say("admin.setup.look.title"))
    page.locator("label[data-preset=senja]").click()
    save.click()

    tell_hours_and_address(page)

    heading(page, say("admin.setup.languages.title"))
    page.get_by_role("button", name=say("admin.setup.skip")).click()

    heading(page, say("admin.setup.forum.title"))
    expect(page.get_by_role("checkbox", name="Sống khoẻ")).to_be_checked()
    page.get_by_role("button", name=say("admin.setup.open")).click()

    heading(page, say("admin.setup.service.title"))
    page.get_by_role("button", name=say("admin.setup.open")).click()

    meet_a_wrong_server(page)

    invite_by_email(page)
    heading(page, say("admin.setup.ready.titleLeft", name=NAME))
    page.get_by_role("link", name=say("admin.setup.ready.overview")).click()
    expect(page.get_by_role("heading", name=say("admin.setup.title"))).to_be_visible()

    guest = visit("/vi")
    expect(guest.get_by_role("banner")).to_contain_text(NAME)
    expect(guest.get_by_text(ADDRESS).first).to_be_visible()
    guest.goto("/vi/forum")
    expect(guest.get_by_role("link", name="Sống khoẻ").first).to_be_visible()
    guest.goto("/vi/book")
    expect(guest.get_by_text("Khám và tư vấn").first).to_be_visible()


def test_a_step_is_undone_and_the_guide_is_closed(visit: Visit) -> None:
    say = words_in("vi")
    page = visit("/vi/admin/setup?step=forum", as_=ADA)
    page.get_by_role("button", name=say("admin.setup.undoStep")).click()
    expect(page.get_by_text(say("admin.setup.undone"))).to_be_visible()
    expect(page.get_by_role("checkbox", name="Sống khoẻ")).to_be_checked()
    guest = visit("/vi/forum")
    expect(guest.get_by_role("heading", level=1)).to_be_visible()
    expect(guest.get_by_text("Sống khoẻ")).to_have_count(0)
    page.goto("/vi/admin/setup?step=hours")
    page.get_by_role("button", name=say("admin.setup.undoStep")).click()
    expect(page.get_by_role("button", name=say("admin.setup.hours.fill"))).to_be_visible()
    page.goto("/vi/admin")
    page.get_by_role("button", name=say("admin.setup.finish")).click()
    expect(page.get_by_role("heading", name=say("admin.setup.title"))).to_have_count(0)
