"""Waits until pages follow rows (the database lists the subscriptions), and closes toasts."""

from playwright.sync_api import Page

from tests.journeys.conftest import Site, wait_for
from tests.journeys.test_forum import run_sql

# Pages of earlier tests are still listed for a moment after they were closed.
FOLLOWED_SINCE = """
select count(*) from realtime.subscription
where entity = $1::text::regclass and created_at >= to_timestamp($2::float8 / 1000) at time zone 'utc'
"""
OPENED_AT = "performance.timeOrigin"


def close_toasts(page: Page, label: str) -> None:
    """Close the toasts of the last acts, by the label of their button. On a phone they cover the next button."""
    closing = page.get_by_role("status").get_by_role("button", name=label, exact=True)
    closing.first.click()
    while closing.count():
        closing.first.click()


def wait_until_followed(site: Site, page: Page, table: str, subscriptions: int = 1) -> None:
    """Wait until the page, or it and pages opened after it, follow a table with this many subscriptions."""
    wait_until(site, subscriptions, FOLLOWED_SINCE, table, page.evaluate(OPENED_AT))


def wait_until(site: Site, least: int, statement: str, *values: object) -> None:
    """Wait until a number in the database is at least this large."""
    wait_for(lambda: int(str(run_sql(site, statement, *values) or 0)) >= least, f"{least} of {statement}")
