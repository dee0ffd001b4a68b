"""From an HTTP request to a typed request: URL grammar, headers and request body."""
