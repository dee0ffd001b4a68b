"""Loaders of the search screen."""
