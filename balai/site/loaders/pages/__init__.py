"""Loaders of the pages of one's own, and of the consent to them."""
