"""Calendars that others keep: public holidays as suggestions, and busy times of people."""
