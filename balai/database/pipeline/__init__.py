"""PostgreSQL pipelining: several statements in one message, on connections that asyncpg opened."""
