"""Backups that the site makes by itself: when, where, and which of them stay."""
