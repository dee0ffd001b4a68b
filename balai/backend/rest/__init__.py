"""The data service: a URL becomes one SQL statement whose result is the JSON body, ready made.

The stages, one module each: `query_string` splits the URL and lifts its values out, so that requests of one shape
share a plan; the grammar (`scanner`, `filters`, `selection`) reads it into the tree of `syntax`; `planner` and its
neighbours resolve names and relationships over the `schema_cache`; the `sql_…` modules write one statement;
`service` runs it with the caller's rights and `responses` says what came of it. No row is decoded in Python.
"""
