"""Limits of one client and of all clients together (contract, section 11)."""

import msgspec

from balai.settings import Settings

# The hosted platform adds this allowance for the message around the payload.
ENVELOPE_BYTES = 500
MAX_TOPIC_LENGTH = 1024
# Entries of `postgres_changes` in one channel.
MAX_CHANGE_REQUESTS = 100
MAX_TRACK_BYTES = 65_536
# Unsent bytes after which a client that does not read is disconnected; a single message may be larger.
MAX_BUFFERED_BYTES = 4_000_000
# Messages of one channel that are queued while the database checks its permissions.
MAX_QUEUED_MESSAGES = 100
IDLE_TIMEOUT_S = 60.0
NO_CHANNEL_TIMEOUT_S = 600.0
PRESENCE_WINDOW_S = 30.0


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Limits set by the operator; 0 means no limit."""

    connections: int = 0
    client_connections: int = 0
    channels: int = 0
    joins_per_second: int = 0
    events_per_second: int = 0
    presence_per_second: int = 0
    presence_calls: int = 0
    payload: int = 3_000_000
    private_only: bool = False

    @property
    def max_payload(self) -> int:
        """In bytes, with the message around the payload."""
        return self.payload + ENVELOPE_BYTES


def read_limits(settings: Settings) -> Limits:
    """Returns the limits of the settings."""
    return Limits(
        connections=settings.realtime_connections,
        client_connections=settings.realtime_client_connections,
        channels=settings.realtime_channels,
        joins_per_second=settings.realtime_joins_per_second,
        events_per_second=settings.realtime_events_per_second,
        presence_per_second=settings.realtime_presence_events,
        presence_calls=settings.realtime_presence_calls,
        payload=settings.realtime_payload_kb * 1000,
        private_only=settings.realtime_private_only,
    )
