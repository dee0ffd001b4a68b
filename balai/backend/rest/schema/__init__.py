"""The schema cache: tables, relationships, functions and types of the exposed schemas."""
