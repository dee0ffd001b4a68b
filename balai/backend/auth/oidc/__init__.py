"""OpenID Connect: provider catalog, discovery and ID tokens. Independent of requests."""
