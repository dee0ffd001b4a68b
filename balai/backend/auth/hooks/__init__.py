"""What the auth service asks hooks, and what it does with their answers."""
