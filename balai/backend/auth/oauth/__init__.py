"""Sign-in with an external provider by OpenID Connect or OAuth 2.0 (contract 1.8).

`authorize` redirects the browser to the provider, `callback` handles its return, `token_exchange` calls the provider.
ID tokens are verified in `oidc`; accounts are found or created in `identities`.
"""
