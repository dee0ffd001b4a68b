"""What is known of a request before any row is read: screen, session, guards, headers."""
