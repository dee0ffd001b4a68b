"""Replies by email: the mailbox that they arrive in, and what of an email is a reply."""
