"""Copies of a member's data as ZIP files: rows, uploaded files and a page to read them."""
