"""The drafts of the kinds of place in the setup guide: a JSON file for each kind, with texts in four languages."""
