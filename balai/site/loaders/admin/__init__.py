"""Loaders of the administration."""
