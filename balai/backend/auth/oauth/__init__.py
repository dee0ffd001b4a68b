"""Signing in with an account elsewhere: OpenID Connect and OAuth 2.0, and what belongs to it (contract 1.8).

`authorize` sends the browser away, `callback` takes it back, `exchange` and `id_tokens` ask and check the provider,
`profiles` reads who came, `linking` finds or makes her account.
"""
