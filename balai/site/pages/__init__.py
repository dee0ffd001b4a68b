"""One page from match to response."""
