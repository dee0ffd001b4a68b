"""XML of other people, read so that it can only be data: no entities, no document types, nothing fetched.

Comments and processing instructions are refused too: readers disagree about where they end a text, and on such
disagreements rest attacks on names (`admin@example.org<!---->.evil.example`).
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
    """XML that is not read; the text says why."""


def parse_xml(xml: bytes) -> Any:
    """The root element. Raises InvalidDocument."""
    if len(xml) > MAX_BYTES:
        raise InvalidDocument("too large")
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False, huge_tree=False
    )
    try:
        root = etree.fromstring(xml, parser=parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise InvalidDocument(f"no XML: {error}") from error
    if root.getroottree().docinfo.doctype:
        raise InvalidDocument("document types are not read")
    for count, node in enumerate(root.iter()):
        if not isinstance(node.tag, str):
            raise InvalidDocument("comments, entities and instructions are not read")
        if count > MAX_ELEMENTS:
            raise InvalidDocument("too many elements")
    if any(not isinstance(node.tag, str) for node in (*root.itersiblings(), *root.itersiblings(preceding=True))):
        raise InvalidDocument("comments, entities and instructions are not read")
    return root


def single_child(parent: Any, tag: str) -> Any:
    """The one child of this name. Raises InvalidDocument for none or several."""
    found = parent.findall(tag)
    if len(found) != 1:
        raise InvalidDocument(f"{len(found)} elements {tag.rpartition('}')[2]} where one belongs")
    return found[0]


def text_of(element: Any) -> str:
    """The text of an element that has nothing else inside. Raises InvalidDocument."""
    if len(element):
        raise InvalidDocument(f"elements inside {element.tag.rpartition('}')[2]}")
    return (element.text or "").strip()
