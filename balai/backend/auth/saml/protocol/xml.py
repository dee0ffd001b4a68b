"""Parses untrusted XML: no entities, no document types, no network access.

Comments and processing instructions are rejected too. Parsers disagree on whether they end a text, and attacks on names
rely on that (`admin@example.org<!---->.evil.example`).
"""

from typing import Any

from lxml import etree

SAML = "urn:oasis:names:tc:SAML:2.0:assertion"
SAMLP = "urn:oasis:names:tc:SAML:2.0:protocol"
METADATA = "urn:oasis:names:tc:SAML:2.0:metadata"
DS = "http://www.w3.org/2000/09/xmldsig#"
MAX_BYTES = 524_288
MAX_ELEMENTS = 20_000


class InvalidDocument(Exception):
    """XML that was rejected; the message says why."""


def parse_xml(xml: bytes) -> Any:
    """Parse XML and return its root element. Raises InvalidDocument."""
    if len(xml) > MAX_BYTES:
        raise InvalidDocument("too large")
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False, huge_tree=False
    )
    try:
        root = etree.fromstring(xml, parser=parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise InvalidDocument(f"not XML: {error}") from error
    if root.getroottree().docinfo.doctype:
        raise InvalidDocument("document types are not allowed")
    for count, node in enumerate(root.iter()):
        if not isinstance(node.tag, str):
            raise InvalidDocument("comments, entities and instructions are not allowed")
        if count > MAX_ELEMENTS:
            raise InvalidDocument("too many elements")
    if any(not isinstance(node.tag, str) for node in (*root.itersiblings(), *root.itersiblings(preceding=True))):
        raise InvalidDocument("comments, entities and instructions are not allowed")
    return root


def single_child(parent: Any, tag: str) -> Any:
    """Return the only child of this name. Raises InvalidDocument for none or several."""
    found = parent.findall(tag)
    if len(found) != 1:
        raise InvalidDocument(f"{len(found)} elements {tag.rpartition('}')[2]}, expected one")
    return found[0]


def text_of(element: Any) -> str:
    """Return the text of an element without children. Raises InvalidDocument."""
    if len(element):
        raise InvalidDocument(f"child elements in {element.tag.rpartition('}')[2]}")
    return (element.text or "").strip()
