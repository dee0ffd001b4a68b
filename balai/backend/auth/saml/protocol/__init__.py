"""SAML 2.0 documents: XML, assertions, encryption, metadata. Independent of HTTP requests."""
