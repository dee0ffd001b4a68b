"""The data service: turns a URL into one SQL statement whose result is the JSON response body.

The stages: `request` parses URL, headers and body, and separates the values from the shape, so that requests of one
shape share a statement; `schema` holds the schema cache; `plan` resolves names and relationships; `sql` writes the
statement; `execution` runs it with the caller's rights and builds the response. No row is decoded in Python.
"""
