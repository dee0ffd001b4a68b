"""Uploads: whole request bodies and resumable uploads (TUS)."""
