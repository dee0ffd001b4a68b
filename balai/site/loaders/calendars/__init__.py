"""Calendars of staff: feeds to subscribe to, and calendars read in."""
