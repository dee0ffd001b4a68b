"""Run the statement in one transaction and build the response."""
