"""Sessions: issue, limits and refresh tokens."""
