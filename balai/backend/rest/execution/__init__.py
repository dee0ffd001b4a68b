"""Runs the statement in one transaction and builds the response."""
