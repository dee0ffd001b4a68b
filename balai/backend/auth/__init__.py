"""Accounts: sign-up, sign-in, sessions with rotating refresh tokens, recovery, administration of users.

The wire is the Supabase auth protocol; `routes` is the table of contents, one module per operation.
"""
