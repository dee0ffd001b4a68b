"""WebSocket connections and their channels."""
