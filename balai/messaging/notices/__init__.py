"""Emails that list what is new: notices and digests."""
