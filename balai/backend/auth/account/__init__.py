"""Endpoints for the signed-in user: read, update, sign out, reauthenticate."""
