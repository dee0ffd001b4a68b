"""An administrator finds a problem of the site and makes a backup, at 360 px in Vietnamese."""

import httpx
from playwright.sync_api import expect

from balai.security.tokens import api_keys
from tests.journeys.conftest import Site, Visit
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_administration import ADA
from tests.journeys.test_confidential import headers_of
from tests.journeys.test_forum import run_sql
from tests.journeys.texts import words_in
from tests.support.program import SECRET

FAIL = """
insert into public.backups (started_at, ended_at, error, scheduled_for)
values (now() - interval '1 hour', now() - interval '1 hour', 'No space left on device', now() - interval '1 hour')
returning pg_notify('balai_health', '')
"""


def test_problem_and_backup_on_a_phone(site: Site, visit: Visit) -> None:
    say = words_in("vi")
    run_sql(site, FAIL)
    page = visit("/vi/admin/health", as_=ADA)
    problem = page.get_by_role("listitem").filter(has_text=say("admin.health.found.backup_failed"))
    expect(page.get_by_role("heading", name=say("admin.health.title"))).to_be_visible()
    # The checks run beside the page.
    for _ in range(50):
        if problem.count():
            break
        page.wait_for_timeout(200)
        page.reload()
    expect(problem).to_contain_text(say("admin.health.state.problem"))
    expect(problem).to_contain_text("No space left on device")
    assert_accessible(page)
    page.goto("/vi/admin")
    page.get_by_role("link", name=say("admin.unhealthyOpen", count=1)).click()

    page.get_by_role("button", name=say("admin.health.backUp")).click()
    row = page.get_by_role("listitem").filter(has_text=say("admin.health.made.requested"))
    expect(row).to_have_count(1, timeout=60_000)
    expect(row).to_contain_text("balai-backup-")
    expect(problem).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert_accessible(page)
    page.get_by_role("button", name=say("admin.health.backUp")).click()
    expect(page.get_by_text(say("error.detail.backup_too_soon"))).to_be_visible()


def test_others_open_neither_the_page_nor_its_rows(site: Site, visit: Visit) -> None:
    say, linh = words_in("vi"), site.make_member("Linh")
    page = visit("/vi/admin/health", as_=linh)
    expect(page.get_by_text(say("admin.health.backups"))).to_have_count(0)
    expect(page.get_by_role("heading", name=say("error.page.notFound.title"))).to_be_visible()
    for table in ("backups", "health_findings"):
        address = f"{site.url}/rest/v1/{table}"
        assert httpx.get(address, headers=headers_of(site, linh)).json() == []
        anonymous = httpx.get(address, headers={"apikey": api_keys(SECRET).anon})
        assert anonymous.status_code == 401
    refused = httpx.post(f"{site.url}/rest/v1/rpc/request_backup", json={}, headers=headers_of(site, linh))
    assert refused.status_code == 403
