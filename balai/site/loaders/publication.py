"""When the clock alone changes which articles are public."""

from datetime import datetime

from balai.site.screens import PageRequest

NEXT_CHANGE = "select public.next_article_change()"


async def next_change(request: PageRequest) -> datetime | None:
    """The next publication or expiry, which changes an anonymous visitor's page without a commit."""
    moment: datetime | None = await request.conn.fetchval(NEXT_CHANGE) if request.is_anonymous else None
    return moment
