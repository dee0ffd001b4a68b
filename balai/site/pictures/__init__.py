"""Pictures on other hosts: fetched and stored, so that readers' browsers ask no other host (decision 0069)."""
