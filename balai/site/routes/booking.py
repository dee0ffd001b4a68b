"""The screens of booking in the route table.

Free places depend on the hour, not only on rows: `valid_until` says until when.
"""

from balai.site.loaders.booking import answers, details, service, services
from balai.site.routes.guards import MEMBER
from balai.site.screens import Screen

SERVICES = (
    "services", "service_texts", "service_hours", "service_exceptions", "service_hosts", "service_rooms", "rooms",
    "work_hours", "absences", "slots", "closings", "users",
)  # fmt: skip

BOOKING_SCREENS: tuple[Screen, ...] = (
    Screen(
        name="book",
        path="/book",
        page="booking/list/Book",
        title="book.title",
        texts=("booking",),
        load=services.load_book,
        query=("after",),
        tables=(*SERVICES, "profiles"),
    ),
    Screen(
        name="book.service",
        path="/book/{serviceId}",
        page="booking/Service",
        title="book.title",
        texts=("booking",),
        load=service.load_service,
        params={"serviceId": "slug"},
        query=("from", "at", "change", "month", "host"),
        tables=(*SERVICES, "service_slugs", "profiles", "bookings", "service_questions", "service_prices"),
    ),
    Screen(
        name="book.view",
        path="/book/view/{bookId}",
        page="booking/ticket/View",
        title="book.view.title",
        texts=("booking", "ticket"),
        load=details.load_view,
        params={"bookId": "uuid"},
        guards=MEMBER,
    ),
    # The signed link of a guest: a client that has the address sees and changes the booking.
    Screen(
        name="book.ticket",
        path="/book/ticket/{link}",
        page="booking/ticket/View",
        title="book.view.title",
        texts=("booking", "ticket"),
        load=details.load_ticket,
        params={"link": "slug"},
        cache=False,
        noindex=True,
        offline=False,
        is_secret=True,
    ),
    Screen(
        name="book.answer",
        offline=False,
        path="/book/view/answer",
        page="booking/ticket/Answer",
        title="book.view.title",
        texts=("booking", "ticket"),
        load=answers.load_answer,
        query=("link", "act", "failed"),
        cache=False,
        noindex=True,
        is_secret=True,
    ),
)
