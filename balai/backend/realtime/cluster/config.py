"""The carrier that the settings want."""

from balai.backend.realtime.cluster.bus import Carrier
from balai.backend.realtime.cluster.notify import NotifyCarrier
from balai.database.pool import Pool
from balai.settings import Settings


def carrier_of(settings: Settings, database_url: str, pool: Pool) -> Carrier:
    """NATS where there is an address of it, else the database."""
    if settings.nats_url:
        # Loaded only where it is used.
        from balai.backend.realtime.cluster.nats import NatsCarrier, subject_of

        return NatsCarrier(settings.nats_url, subject_of(settings.jwt_secret))
    return NotifyCarrier(database_url, pool)
