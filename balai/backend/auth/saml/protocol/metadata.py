"""Reads an identity provider's metadata and writes this instance's own (SAML 2.0 Metadata)."""

import base64
import binascii
from xml.sax.saxutils import quoteattr

import msgspec
from cryptography import x509

from balai.backend.auth.config import AuthConfig
from balai.backend.auth.saml.protocol.encryption import OAEP_MGF1P, XENC, XENC11
from balai.backend.auth.saml.protocol.xml import DS, METADATA, SAMLP, InvalidDocument, parse_xml, text_of

REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
POST = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
# In order of preference.
CIPHERS = (f"{XENC11}aes256-gcm", f"{XENC11}aes128-gcm", f"{XENC}aes256-cbc", f"{XENC}aes128-cbc")
ENCRYPTION_METHODS = (*CIPHERS, OAEP_MGF1P)
PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"


class IdentityProvider(msgspec.Struct, frozen=True):
    """The used parts of a provider's metadata. `certificates` are PEM."""

    entity_id: str
    sign_in_url: str
    certificates: tuple[str, ...]


def read_metadata(xml: str) -> IdentityProvider:
    """Read an identity provider's metadata. Raises InvalidDocument."""
    root = parse_xml(xml.encode())
    if root.tag != f"{{{METADATA}}}EntityDescriptor" or not root.get("entityID"):
        raise InvalidDocument("no EntityDescriptor with an entityID")
    roles = [
        role
        for role in root.findall(f"{{{METADATA}}}IDPSSODescriptor")
        if SAMLP in role.get("protocolSupportEnumeration", "").split()
    ]
    if len(roles) != 1:
        raise InvalidDocument("expected one IDPSSODescriptor for SAML 2.0")
    services = roles[0].findall(f"{{{METADATA}}}SingleSignOnService")
    urls = [service.get("Location", "") for service in services if service.get("Binding") == REDIRECT]
    if not urls or not urls[0].startswith(("https://", "http://")):
        raise InvalidDocument("no SingleSignOnService with the HTTP-Redirect binding")
    certificates = tuple(
        _certificate_pem(text_of(element))
        for descriptor in roles[0].findall(f"{{{METADATA}}}KeyDescriptor")
        if descriptor.get("use", "signing") == "signing"
        for element in descriptor.iter(f"{{{DS}}}X509Certificate")
    )
    if not certificates:
        raise InvalidDocument("no signing certificate")
    return IdentityProvider(root.get("entityID"), urls[0], certificates)


def entity_id_of(config: AuthConfig) -> str:
    """The entityID of this instance, which is also the URL of its metadata."""
    return f"{config.external_url}/sso/saml/metadata"


def consumer_url_of(config: AuthConfig) -> str:
    """The assertion consumer service, to which identity providers post their responses."""
    return f"{config.external_url}/sso/saml/acs"


def service_provider_metadata(config: AuthConfig, certificate: str) -> str:
    """Write this instance's metadata. `certificate`: DER in base64."""
    key = f'<KeyInfo xmlns="{DS}"><X509Data><X509Certificate>{certificate}</X509Certificate></X509Data></KeyInfo>'
    methods = "".join(f'<EncryptionMethod Algorithm="{name}"/>' for name in ENCRYPTION_METHODS)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<EntityDescriptor xmlns="{METADATA}" entityID={quoteattr(entity_id_of(config))}>'
        f'<SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" '
        f'protocolSupportEnumeration="{SAMLP}"><KeyDescriptor use="signing">{key}</KeyDescriptor>'
        f'<KeyDescriptor use="encryption">{key}{methods}</KeyDescriptor><NameIDFormat>{PERSISTENT}</NameIDFormat>'
        f'<AssertionConsumerService Binding="{POST}" Location={quoteattr(consumer_url_of(config))} index="1" '
        'isDefault="true"/></SPSSODescriptor></EntityDescriptor>\n'
    )


def _certificate_pem(text: str) -> str:
    try:
        der = base64.b64decode("".join(text.split()), validate=True)
        x509.load_der_x509_certificate(der)
    except (binascii.Error, ValueError) as error:
        raise InvalidDocument("invalid certificate") from error
    body = base64.encodebytes(der).decode()
    return f"-----BEGIN CERTIFICATE-----\n{body}-----END CERTIFICATE-----\n"
