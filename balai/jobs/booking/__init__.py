"""Reminders of bookings, and what the messages about bookings say."""
