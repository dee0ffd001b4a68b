"""Hooks: HTTP endpoints and database functions of the operator that are called on events and may reject them."""
