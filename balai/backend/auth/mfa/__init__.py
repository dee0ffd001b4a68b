"""Multi-factor authentication: enroll, challenge, verify, recovery codes."""
