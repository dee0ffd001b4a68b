"""Loaders of roles, groups and the staff log."""
