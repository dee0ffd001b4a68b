"""Identities of a user at providers: profiles, linking, unlinking."""
