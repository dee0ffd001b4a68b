"""The administration of the SMTP account, outside the data service: its password is never readable there."""
