"""Channels over WebSockets with broadcast, presence and row changes (contract: realtime). `application.py` serves
`/realtime/v1`, `hub.py` delivers within a worker, `cluster/` between nodes, and `changes/` adds row changes.
`interfaces.py` defines what these parts require of each other.
"""
