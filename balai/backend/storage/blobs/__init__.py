"""Bytes of objects: a file system folder or an S3 bucket, and the versions ledger."""
