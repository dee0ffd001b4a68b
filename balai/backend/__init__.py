"""The wire protocol over any schema: auth, rest, realtime, storage, functions. Knows nothing of the site."""
