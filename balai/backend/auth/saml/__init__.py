"""Single sign-on by SAML 2.0: a company's own identity provider says who somebody is (contract 1.9).

`start` sends the browser there, `finish` takes it back, `documents` and `assertions` read what the provider writes and
believe only what its signature covers, `administration` keeps the list of providers.
"""
