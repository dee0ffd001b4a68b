"""Verifies an identity provider's response and reads the one assertion that its signature covers.

First the structure of the whole response is checked: exactly one assertion, signatures only at allowed places, each
over its own parent element, no duplicate identifier. Then the signature is verified. After that only the signed bytes
are read, parsed again, so elements wrapped around or hidden beside them have no effect (signature wrapping). SAML 2.0
Core and Profiles 4.1.4.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from lxml import etree
from signxml.algorithms import CanonicalizationMethod
from signxml.exceptions import SignXMLException
from signxml.verifier import SignatureConfiguration, XMLVerifier

from balai.backend.auth.saml.protocol.encryption import decrypt
from balai.backend.auth.saml.protocol.metadata import IdentityProvider
from balai.backend.auth.saml.protocol.xml import DS, SAML, SAMLP, InvalidDocument, parse_xml, single_child, text_of

MAX_ID_LENGTH = 255
SKEW = timedelta(seconds=60)
SUCCESS = "urn:oasis:names:tc:SAML:2.0:status:Success"
BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer"
TRANSIENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient"
ASSERTION = f"{{{SAML}}}Assertion"
RESPONSE = f"{{{SAMLP}}}Response"
ENCRYPTED = f"{{{SAML}}}EncryptedAssertion"
SIGNATURE = f"{{{DS}}}Signature"
ALLOWED_TRANSFORMS = {
    "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
    CanonicalizationMethod.EXCLUSIVE_XML_CANONICALIZATION_1_0.value,
}


class ExpectedResponse(msgspec.Struct, frozen=True):
    """The request to which the response must belong."""

    consumer_url: str
    entity_id: str
    request_id: str
    now: datetime


class Assertion(msgspec.Struct, frozen=True):
    """A verified statement about a user."""

    id: str
    name_id: str
    name_id_format: str
    attributes: dict[str, list[str]]
    expires_at: datetime
    session_ends_at: datetime | None


def read_response(xml: bytes, provider: IdentityProvider, expected: ExpectedResponse, key: RSAPrivateKey) -> Assertion:
    """Verify a response and return its assertion; `key` decrypts it if needed. Raises InvalidDocument."""
    root = parse_xml(xml)
    _check_response(root, provider, expected)
    _check_identifiers(root)
    if list(root.iter(ENCRYPTED)):
        return _read_assertion(_decrypted_assertion(root, provider, expected.now, key), provider, expected)
    return _read_assertion(_signed_assertion(root, provider, expected.now), provider, expected)


def issuer_of(xml: bytes) -> str:
    """Return the issuer that the response claims, not verified. Raises InvalidDocument."""
    root = parse_xml(xml)
    if root.tag != RESPONSE:
        raise InvalidDocument("no Response")
    issuers = root.findall(f"{{{SAML}}}Issuer") or root.findall(f"{ASSERTION}/{{{SAML}}}Issuer")
    if not issuers:
        raise InvalidDocument("no Issuer")
    return text_of(issuers[0])


def _check_response(root: Any, provider: IdentityProvider, expected: ExpectedResponse) -> None:
    if root.tag != RESPONSE or root.get("Version") != "2.0":
        raise InvalidDocument("not a Response of version 2.0")
    if single_child(single_child(root, f"{{{SAMLP}}}Status"), f"{{{SAMLP}}}StatusCode").get("Value") != SUCCESS:
        raise InvalidDocument("the status is not Success")
    if root.get("Destination", expected.consumer_url) != expected.consumer_url:
        raise InvalidDocument("the Destination does not match")
    if root.get("InResponseTo") != expected.request_id:
        raise InvalidDocument("InResponseTo does not match")
    issuers = root.findall(f"{{{SAML}}}Issuer")
    if any(text_of(issuer) != provider.entity_id for issuer in issuers):
        raise InvalidDocument("the Issuer does not match")


def _signed_assertion(root: Any, provider: IdentityProvider, now: datetime) -> Any:
    """Return the assertion as it was signed."""
    assertions = list(root.iter(ASSERTION))
    if len(assertions) != 1 or assertions[0].getparent() is not root:
        raise InvalidDocument(f"{len(assertions)} assertions, expected one")
    signed_elements = [element for element in (root, assertions[0]) if element.findall(SIGNATURE)]
    if not signed_elements or len(list(root.iter(SIGNATURE))) != len(signed_elements):
        raise InvalidDocument("no signature, or one at a forbidden place")
    for element in signed_elements:
        _check_reference(element)
    signed = [_verify(root, element, provider, now) for element in signed_elements]
    # The outermost covers the assertion and the assertion's own signature, which was verified as well.
    return signed[0] if signed[0].tag == ASSERTION else single_child(signed[0], ASSERTION)


def _decrypted_assertion(root: Any, provider: IdentityProvider, now: datetime, key: RSAPrivateKey) -> Any:
    """Return the decrypted assertion as it was signed: either itself before encryption, or the response after it."""
    is_signed = bool(root.findall(SIGNATURE))
    if len(list(root.iter(SIGNATURE))) != is_signed or list(root.iter(ASSERTION)):
        raise InvalidDocument("unexpected elements beside the encrypted assertion")
    if is_signed:
        _check_reference(root)
        root = _verify(root, root, provider, now)
    assertion = parse_xml(decrypt(single_child(root, ENCRYPTED), key))
    if assertion.tag != ASSERTION or len(list(assertion.iter(ASSERTION, ENCRYPTED, RESPONSE))) != 1:
        raise InvalidDocument("the encrypted content is not one assertion")
    _check_identifiers(assertion)
    signatures = list(assertion.iter(SIGNATURE))
    if not signatures:
        if not is_signed:
            raise InvalidDocument("no signature")
        return assertion
    if len(signatures) != 1 or signatures[0].getparent() is not assertion:
        raise InvalidDocument("a signature at a forbidden place")
    _check_reference(assertion)
    return _verify(assertion, assertion, provider, now)


def _check_identifiers(root: Any) -> None:
    seen: set[str] = set()
    for element in root.iter():
        for name, value in element.attrib.items():
            if etree.QName(name).localname.lower() == "id":
                if value in seen:
                    raise InvalidDocument("duplicate identifier")
                seen.add(value)


def _check_reference(element: Any) -> None:
    """Check that the signature in an element covers that element, with the transforms of SAML only (Core 5.4)."""
    info = single_child(single_child(element, SIGNATURE), f"{{{DS}}}SignedInfo")
    reference = single_child(info, f"{{{DS}}}Reference")
    if not element.get("ID") or reference.get("URI") != f"#{element.get('ID')}":
        raise InvalidDocument("the signature covers another element")
    transforms = {transform.get("Algorithm") for transform in reference.iter(f"{{{DS}}}Transform")}
    if not transforms <= ALLOWED_TRANSFORMS:
        raise InvalidDocument("the signature uses a forbidden transform")


def _verify(root: Any, element: Any, provider: IdentityProvider, now: datetime) -> Any:
    location = "./" if element is root else f"./{ASSERTION}/"
    config = SignatureConfiguration(location=location, verification_time=now)
    reason = "no certificate"
    for certificate in provider.certificates:
        try:
            result = XMLVerifier().verify(root, x509_cert=certificate, expect_config=config)
        except (SignXMLException, UnsupportedAlgorithm, etree.LxmlError, ValueError, TypeError) as error:
            reason = f"{type(error).__name__}: {error}"
            continue
        signed = None if isinstance(result, list) else result.signed_xml
        if signed is not None and (signed.tag, signed.get("ID")) == (element.tag, element.get("ID")):
            return signed
        reason = "another element was signed"
    raise InvalidDocument(f"invalid signature ({reason})")


def _read_assertion(assertion: Any, provider: IdentityProvider, expected: ExpectedResponse) -> Assertion:
    if len(assertion.get("ID")) > MAX_ID_LENGTH:
        raise InvalidDocument("the identifier is too long")
    if assertion.get("Version") != "2.0" or text_of(single_child(assertion, f"{{{SAML}}}Issuer")) != provider.entity_id:
        raise InvalidDocument("the Issuer does not match")
    subject = single_child(assertion, f"{{{SAML}}}Subject")
    confirmation_expires_at = _check_confirmation(subject, expected)
    conditions_expire_at = _check_conditions(single_child(assertion, f"{{{SAML}}}Conditions"), expected)
    statement = single_child(assertion, f"{{{SAML}}}AuthnStatement")
    names = subject.findall(f"{{{SAML}}}NameID")
    return Assertion(
        id=assertion.get("ID"),
        name_id=text_of(names[0]) if len(names) == 1 else "",
        name_id_format=names[0].get("Format", "") if len(names) == 1 else "",
        attributes=_read_attributes(assertion),
        expires_at=max(confirmation_expires_at, conditions_expire_at) + SKEW,
        session_ends_at=_parse_time(statement.get("SessionNotOnOrAfter")),
    )


def _check_confirmation(subject: Any, expected: ExpectedResponse) -> datetime:
    """Find a bearer confirmation for this recipient, request and time (Profiles 4.1.4.2); return its expiry."""
    for confirmation in subject.findall(f"{{{SAML}}}SubjectConfirmation"):
        if confirmation.get("Method") != BEARER:
            continue
        data = single_child(confirmation, f"{{{SAML}}}SubjectConfirmationData")
        expires_at = _parse_time(data.get("NotOnOrAfter"))
        if data.get("Recipient") != expected.consumer_url or data.get("InResponseTo") != expected.request_id:
            continue
        if expires_at is not None and expected.now < expires_at + SKEW and not data.get("NotBefore"):
            return expires_at
    raise InvalidDocument("no subject confirmation for this recipient, request and time")


def _check_conditions(conditions: Any, expected: ExpectedResponse) -> datetime:
    not_before, expires_at = _parse_time(conditions.get("NotBefore")), _parse_time(conditions.get("NotOnOrAfter"))
    if not_before is not None and expected.now < not_before - SKEW:
        raise InvalidDocument("not yet valid")
    if expires_at is not None and expected.now >= expires_at + SKEW:
        raise InvalidDocument("expired")
    restrictions = conditions.findall(f"{{{SAML}}}AudienceRestriction")
    audiences = [[text_of(element) for element in item.findall(f"{{{SAML}}}Audience")] for item in restrictions]
    if not audiences or not all(expected.entity_id in accepted for accepted in audiences):
        raise InvalidDocument("the audience does not match")
    return expires_at or expected.now


def _read_attributes(assertion: Any) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for attribute in assertion.iterfind(f"{{{SAML}}}AttributeStatement/{{{SAML}}}Attribute"):
        values = [text_of(value) for value in attribute.findall(f"{{{SAML}}}AttributeValue") if not len(value)]
        for name in {attribute.get("Name", ""), attribute.get("FriendlyName", "")} - {""}:
            found.setdefault(name, []).extend(values)
    return found


def _parse_time(text: str | None) -> datetime | None:
    if not text:
        return None
    try:
        value = datetime.fromisoformat(text)
    except ValueError as error:
        raise InvalidDocument("invalid time") from error
    return value if value.tzinfo else value.replace(tzinfo=UTC)
