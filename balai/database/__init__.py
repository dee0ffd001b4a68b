"""Everything that touches PostgreSQL as such: embedded server, pool, roles, schema. No application table."""
