"""Loaders of the forum."""
