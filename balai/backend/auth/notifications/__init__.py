"""Emails and SMS that the auth service sends, and their one-time tokens."""
