"""Single sign-on by SAML 2.0 with a company's identity provider (contract 1.9).

`authorize` redirects the browser to the provider, `callback` handles its response, `protocol` verifies the documents,
`admin` manages the providers.
"""
