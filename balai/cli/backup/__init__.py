"""`balai backup` and `balai restore`: one file with the rows, the bytes of objects and the secret of a hall."""
