"""Auth service: sign-up, sign-in, sessions with rotating refresh tokens, recovery and user administration.

Implements the Supabase auth protocol. `application` mounts the routes; each operation has its own module.
"""
