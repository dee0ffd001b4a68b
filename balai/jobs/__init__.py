"""Background jobs: message delivery, outbox emails and cleanup. Safe to run in many workers and repeatedly."""
