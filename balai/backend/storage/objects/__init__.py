"""Objects: find, download, list, move, copy, delete, sign."""
