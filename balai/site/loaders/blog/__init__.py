"""Loaders of the blog."""
