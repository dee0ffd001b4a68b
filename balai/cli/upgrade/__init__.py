"""`balai upgrade`: another version of the program, tried on a copy of the database before it takes over."""
