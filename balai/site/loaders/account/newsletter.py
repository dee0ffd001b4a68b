"""The page on which visitors ask for new articles by email, and the one behind the link that confirms it."""

from uuid import UUID

from balai.site.payloads import Payload
from balai.site.screens import NotFound, Page, PageRequest


class NewsletterPayload(Payload, frozen=True):
    """`link`: of the email that asks to confirm the address; None on the page with the form."""

    link: UUID | None


async def load_newsletter(request: PageRequest) -> Page[NewsletterPayload]:
    """The form, or the question of a link. Opening the link changes nothing: programs that check messages open it."""
    given = request.query.get("link")
    try:
        return Page(NewsletterPayload(link=UUID(given) if given else None))
    except ValueError as error:
        raise NotFound from error
