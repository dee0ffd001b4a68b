"""`balai backup` and `balai restore`: one file with the rows, objects and secret of an instance at one moment."""
