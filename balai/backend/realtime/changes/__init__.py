"""Row changes: from the replication stream to the subscribers that may see them (contract, section 9).

`requests` and `filters` read what a client subscribes to, `subscriptions` holds it, `visibility` checks in the database
which callers may see a change, `dispatcher` delivers, and `service` implements `RowChanges` for the channels.
"""
