"""Checks of the records and the server behind the site's emails: SPF, DKIM, DMARC, reverse name, connection, probe."""
