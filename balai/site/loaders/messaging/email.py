"""Administration: the email account, which the browser reads at its own address, and the last checks of its records."""

from datetime import datetime
from typing import Literal

import msgspec

from balai.site.payloads import Payload
from balai.site.screens import Page, PageRequest

GET_CHECKS = """
select findings, checked_at, selector, case
    when probe_id is null then 'none' when probe_arrived_at is not null then 'arrived'
    when probe_sent_at > now() - interval '5 minutes' then 'waiting' else 'lost' end as probe
from public.email_checks where checked_at is not null
"""


class DnsRecord(Payload, frozen=True):
    """A TXT record to copy."""

    name: str
    value: str


class EmailCheck(Payload, frozen=True):
    """The result of one check. `code`: the finding, which the interface has a sentence and an advice for.

    `about`: the domain, the address or the server that they name.
    """

    subject: Literal["spf", "dkim", "dmarc", "reverse", "connection", "bounces"]
    state: Literal["good", "attention", "problem"]
    code: str
    about: str
    record: DnsRecord | None = None


class EmailPayload(Payload, frozen=True):
    """`checked_at` None: not checked since the account was set. `selector`: the name of the DKIM key, if it was given.

    `probe`: the email to the site's own mailbox: "lost" if it has not arrived within five minutes.
    """

    checks: tuple[EmailCheck, ...]
    checked_at: datetime | None
    selector: str
    probe: Literal["none", "waiting", "arrived", "lost"]


async def load_email(request: PageRequest) -> Page[EmailPayload]:
    """The last checks."""
    row = await request.conn.fetchrow(GET_CHECKS)
    if row is None:
        return Page(EmailPayload((), None, "", "none"))
    checks = msgspec.json.decode(row["findings"], type=tuple[EmailCheck, ...])
    return Page(EmailPayload(checks, row["checked_at"], row["selector"], row["probe"]))
