"""Everything that touches PostgreSQL as such: embedded server, pool, roles, migrations. No application table."""
