"""Emails that come back: their secrets, what a server says of a recipient, and notifications of servers."""
