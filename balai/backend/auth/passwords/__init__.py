"""Password hashes: bcrypt, and the imported formats."""
