"""Writes a plan as one SQL statement."""
