"""Jobs of the forum."""
