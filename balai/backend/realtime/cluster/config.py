"""Selects the transport by the settings."""

from balai.backend.realtime.cluster.bus import Transport
from balai.backend.realtime.cluster.notify import NotifyTransport
from balai.database.pool import Pool
from balai.settings import Settings


def transport_of(settings: Settings, database_url: str, pool: Pool) -> Transport:
    """Returns NATS if its address is set, else the database."""
    if settings.nats_url:
        # Imported only if used.
        from balai.backend.realtime.cluster.nats import NatsTransport, subject_of

        return NatsTransport(settings.nats_url, subject_of(settings.jwt_secret))
    return NotifyTransport(database_url, pool)
