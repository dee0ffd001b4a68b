"""What the kinds of place in the setup guide bring: a JSON file for each kind, with texts in four languages."""
