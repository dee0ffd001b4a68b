"""Sign-up and sign-in: password, one-time code, recovery, anonymous."""
