"""Sample content for `balai serve --demo`: Balai Harmoni, a neighbourhood centre in George Town. See `load`."""
