"""Everything read from a request before any row: screen, session, guards, headers."""
