"""Stores the bytes of objects in a directory or an S3 bucket, with a ledger of unreferenced versions."""
