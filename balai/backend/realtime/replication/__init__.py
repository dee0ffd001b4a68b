"""Logical replication: connection, stream and the pgoutput format."""
