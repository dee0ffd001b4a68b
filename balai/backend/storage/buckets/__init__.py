"""Buckets: operations and limits."""
