"""Notices of the booking rules become one letter each, in the recipient's language and time zone."""
