"""The prices of services and bookings, as texts in the reader's language."""

from uuid import UUID

import msgspec

from balai.database.pool import Connection
from balai.site.intake.answer_texts import find_words
from balai.site.intake.money import write_money
from balai.site.payloads import Lang, Payload

GET_PRICE = "select amount, currency, is_per_person from public.service_prices where service_id = $1"
GET_OWED = "select * from public.price_of_booking($1, $2)"


# By the program, for a message to the person of the booking. Nothing is left to pay of a paid one.
GET_UNPAID = """
select p.amount, p.currency, coalesce(s.notes, '{}') as notes, s.qr_url
from public.bookings b
cross join lateral public.price_of(b) p
left join public.service_prices s on s.service_id = b.service_id
where b.id = $1 and p.paid_at is null
"""


class ServicePrice(Payload, frozen=True):
    """The price of a service, for each person or for the booking."""

    text: str
    is_per_person: bool


class OwedPrice(Payload, frozen=True):
    """The price of a booking, how to pay it, and a picture of the bank's code."""

    text: str
    is_paid: bool
    note: str
    note_lang: Lang
    qr_url: str | None


async def find_price(conn: Connection, service: UUID, lang: Lang) -> ServicePrice | None:
    """None: free."""
    row = await conn.fetchrow(GET_PRICE, service)
    if row is None:
        return None
    return ServicePrice(write_money(row["amount"], row["currency"], lang), row["is_per_person"])


async def find_owed(conn: Connection, booking: UUID, lang: Lang, link: str | None = None) -> OwedPrice | None:
    """None: the booking was free, or is not the caller's."""
    row = await conn.fetchrow(GET_OWED, booking, link)
    if row is None:
        return None
    notes = msgspec.json.decode(row["notes"])
    note_lang, note = find_words(notes, lang) if notes else (lang, "")
    return OwedPrice(
        text=write_money(row["amount"], row["currency"], lang),
        is_paid=row["paid_at"] is not None,
        note=note,
        note_lang=note_lang,
        qr_url=row["qr_url"],
    )


async def payment_rows(conn: Connection, booking: UUID, lang: Lang, site_url: str) -> dict[str, str]:
    """The rows of a message that say what is to be paid and how; none if nothing is."""
    row = await conn.fetchrow(GET_UNPAID, booking)
    if row is None:
        return {}
    notes, code = msgspec.json.decode(row["notes"]), row["qr_url"] or ""
    return {
        "price": write_money(row["amount"], row["currency"], lang),
        "payment": find_words(notes, lang)[1] if notes else "",
        "pay_code": f"{site_url}{code}" if code.startswith("/") else code,
    }
