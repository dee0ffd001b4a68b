"""Loaders of the administration's pages about messages."""
