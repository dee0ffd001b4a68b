"""Messages between workers and nodes: `bus.py` bundles and orders them, a transport (NATS or NOTIFY) carries them."""
