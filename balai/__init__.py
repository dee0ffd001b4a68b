"""Balai: a community hall on the web, with its backend and its database, in one package."""

__version__ = "0.1.0"
