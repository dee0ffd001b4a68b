"""A rendered message for a phone number."""

import msgspec

from balai.messaging.queue import Channel


class SmsMessage(msgspec.Struct, frozen=True):
    """A rendered SMS or WhatsApp message. `phone`: E.164 without the plus."""

    phone: str
    content: str
    language: str
    channel: Channel = "sms"
