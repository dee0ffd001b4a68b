"""Administration endpoints of the auth service, for the service role."""
