"""Signatures: access tokens with their key ring, and webhooks."""
