"""Waiting for pages to follow the rows: who listens to what is in the database."""

from tests.journeys.conftest import Site
from tests.journeys.test_forum import run_sql

FOLLOWED = "select count(*) from realtime.subscription where entity = $1::text::regclass"
# Each look is a connection of its own.
MOST_LOOKS = 1000


def wait_until_followed(site: Site, table: str, *, count: int = 1) -> None:
    """Until that many pages follow a table."""
    for _ in range(MOST_LOOKS):
        if int(str(run_sql(site, FOLLOWED, table))) >= count:
            return
    raise AssertionError(f"nobody follows {table}")
