"""How a message of a service will look, and a test message."""
