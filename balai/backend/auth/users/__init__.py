"""Users: rows, JSON form, creation and contact details."""
