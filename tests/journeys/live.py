"""Waits until pages follow rows: the database lists the subscriptions."""

from tests.journeys.conftest import Site, wait_for
from tests.journeys.test_forum import run_sql

FOLLOWED = "select count(*) from realtime.subscription where entity = $1::text::regclass"


def wait_until_followed(site: Site, table: str) -> None:
    """Wait until a page follows a table."""
    wait_until(site, FOLLOWED, table, 1)


def wait_until(site: Site, statement: str, subject: str, least: int) -> None:
    """Wait until a number in the database is at least this large."""
    wait_for(lambda: int(str(run_sql(site, statement, subject) or 0)) >= least, f"{least} of {statement}")
