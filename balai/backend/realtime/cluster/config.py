"""The carrier that the settings want."""

from balai.backend.realtime.cluster.bus import Transport
from balai.backend.realtime.cluster.notify import NotifyTransport
from balai.database.pool import Pool
from balai.settings import Settings


def transport_of(settings: Settings, database_url: str, pool: Pool) -> Transport:
    """NATS where there is an address of it, else the database."""
    if settings.nats_url:
        # Loaded only where it is used.
        from balai.backend.realtime.cluster.nats import NatsTransport, subject_of

        return NatsTransport(settings.nats_url, subject_of(settings.jwt_secret))
    return NotifyTransport(database_url, pool)
