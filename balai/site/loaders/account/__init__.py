"""Loaders of the account area."""
