"""Copies of data: that of a member, and tables for spreadsheets."""
