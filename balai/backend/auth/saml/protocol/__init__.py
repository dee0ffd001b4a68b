"""SAML 2.0 documents: XML, assertions, encryption, metadata. Knows no requests."""
