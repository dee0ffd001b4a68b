"""The auth service's calls to hooks, and the handling of their responses."""
