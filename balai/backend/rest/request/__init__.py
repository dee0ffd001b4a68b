"""Parses an HTTP request: URL grammar, headers and request body."""
