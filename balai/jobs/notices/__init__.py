"""Telling members: watchers of a new post, emails that collect notices, digests, replies by email."""
