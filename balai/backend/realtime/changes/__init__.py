"""Row changes: from PostgreSQL's log to the subscribers that may see them (contract realtime, section 9).

`wire` speaks the streaming replication protocol, `pgoutput` reads what comes, `stream` keeps one connection open while
somebody subscribes. `items` and `filters` read what a client asks for, `subscriptions` knows who wants what,
`visibility` asks the database who may see it, and `service` is what the channels talk to.
"""
