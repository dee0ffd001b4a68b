"""The realtime service: channels over websockets with broadcast, presence and row changes (contract: realtime).

Where things are: `application.py` answers `/realtime/v1`; `socket.py` is one websocket, `channel.py` one joined channel
of it; `hub.py` knows who is joined to what in this worker and delivers; `frames.py` reads and writes the wire;
`presence.py` who is there; `policies.py` private channels; `access.py` tokens; `limits.py`, `rates.py` bounds.
Row changes live in `changes/`.

The seam between channels and row changes is `row_changes.py`. `changes/` gives an object of class `RowChanges`:

- `subscribe(channel, items) -> ids` is called in the midst of a join, before its reply: it returns at once, one
  positive id for each item (equal items should share an id over all channels: then their frames are shared too), and
  does its work in a task, which ends with `channel.system("postgres_changes", "ok" | "error", message)`.
- `unsubscribe(channel)` when the channel ends; `renew(channel)` when its claims have changed: same items, same ids.
- `want_messages(is_wanted)` when the first channel of this worker joins and when the last has gone: from then on
  inserts into `realtime.messages` go to `hub.deliver_from_database(...)`.
- `is_ready()` tells whether the log is being read (`replication_ready` of a join).

It gets a `Hub`. To deliver, it makes one frame for all channels of a topic that match the same ids,
`frames.push(channel.topic, "postgres_changes", payload)`, and calls `channel.deliver(frame)` for each: that never waits
and never raises; a client that does not read is cut off and unsubscribed. Of a channel it may read `topic`, `name`,
`access` (claims, caller), `is_legacy` (joined without a configuration: events are INSERT, UPDATE, DELETE).
"""
