"""One read-only function per screen: reads with the visitor's role, returns a typed payload. No writes, no HTML."""
