"""Public endpoints of the auth service: settings, health, key set, discovery."""
