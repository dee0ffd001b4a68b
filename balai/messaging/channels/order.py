"""The ways to a person, in the order in which they are tried."""

from collections.abc import Sequence

from balai.messaging.queue import Channel, NextChannel


def list_channels(
    email: str | None, phone: str | None, chosen: Channel | None, phone_channels: Sequence[str]
) -> list[NextChannel]:
    """The chosen channel, then email, SMS and the others; those that the site has and the person can be reached by."""
    known: dict[Channel, str | None] = {"mail": email, "sms": phone if "sms" in phone_channels else None}
    # Further channels of a phone number are used by those alone who have chosen one of them.
    if chosen in ("whatsapp", "zalo") and chosen in phone_channels:
        known = {chosen: phone, "sms": known["sms"], "mail": email}
    elif chosen == "sms":
        known = {"sms": known["sms"], "mail": email}
    ways = [NextChannel(channel, recipient) for channel, recipient in known.items() if recipient]
    # A phone number without a provider: the message waits in the queue, as it did.
    return ways or [NextChannel("sms", phone or "")]
