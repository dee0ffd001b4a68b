"""Passkeys: manage them and sign in with them."""
