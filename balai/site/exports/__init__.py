"""Serves a member the copy of their data."""
