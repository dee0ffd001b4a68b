"""The services of the wire protocol, for any schema: auth, rest, realtime, storage, functions. Without the site."""
