"""OpenID Connect providers: catalog, discovery, ID tokens. Knows no requests."""
