"""What the administration shows about messages."""
