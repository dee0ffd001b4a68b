"""Loaders of the booking area."""
