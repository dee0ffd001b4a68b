"""Texts that a service has for its messages, in place of the standard ones."""
