"""Work beside the requests: mails that wait, and what has to be tidied. Safe to run in many workers, and twice."""
