"""Assertions that were encrypted for this hall (XML Encryption 1.1): the key by RSA-OAEP, the content by AES.

What does not authenticate itself (AES-CBC) is read because large identity providers send nothing else; whoever wants to
learn something from how it fails gets the same answer for everything, and one try for each sign-in that she begins. The
older way to send keys (RSA with PKCS #1 1.5) is not read.
"""

import base64
import binascii
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC
from cryptography.hazmat.primitives.hashes import SHA1, SHA256, SHA384, SHA512, HashAlgorithm

from balai.backend.auth.saml.protocol.xml import DS, BadDocument, only, text_of

XENC = "http://www.w3.org/2001/04/xmlenc#"
XENC11 = "http://www.w3.org/2009/xmlenc11#"
# Bytes of the key, by the name of the algorithm.
CBC_KEYS = {f"{XENC}aes128-cbc": 16, f"{XENC}aes192-cbc": 24, f"{XENC}aes256-cbc": 32}
GCM_KEYS = {f"{XENC11}aes128-gcm": 16, f"{XENC11}aes192-gcm": 24, f"{XENC11}aes256-gcm": 32}
OAEP_OLD, OAEP = f"{XENC}rsa-oaep-mgf1p", f"{XENC11}rsa-oaep"
DIGESTS: dict[str, type[HashAlgorithm]] = {
    f"{DS}sha1": SHA1,
    f"{XENC}sha256": SHA256,
    "http://www.w3.org/2001/04/xmldsig-more#sha384": SHA384,
    f"{XENC}sha512": SHA512,
}
MASKS: dict[str, type[HashAlgorithm]] = {
    f"{XENC11}mgf1sha1": SHA1,
    f"{XENC11}mgf1sha256": SHA256,
    f"{XENC11}mgf1sha384": SHA384,
    f"{XENC11}mgf1sha512": SHA512,
}
BLOCK = 16
NONCE = 12


def decrypt(encrypted: Any, key: rsa.RSAPrivateKey) -> bytes:
    """The XML inside an EncryptedAssertion. Raises BadDocument."""
    data = only(encrypted, f"{{{XENC}}}EncryptedData")
    method = only(data, f"{{{XENC}}}EncryptionMethod").get("Algorithm", "")
    size = CBC_KEYS.get(method) or GCM_KEYS.get(method)
    if size is None:
        raise BadDocument(f"encrypted by {method}")
    wrapped = list(encrypted.iter(f"{{{XENC}}}EncryptedKey"))
    if len(wrapped) != 1:
        raise BadDocument(f"{len(wrapped)} keys where one belongs")
    content = _cipher_value(data)
    try:
        secret = key.decrypt(_cipher_value(wrapped[0]), _padding(only(wrapped[0], f"{{{XENC}}}EncryptionMethod")))
        if len(secret) != size:
            raise ValueError("a key of another length")
        return _open_gcm(secret, content) if method in GCM_KEYS else _open_cbc(secret, content)
    except (ValueError, InvalidTag) as error:
        raise BadDocument("it cannot be decrypted") from error


def _padding(method: Any) -> padding.OAEP:
    name = method.get("Algorithm", "")
    digests = [element.get("Algorithm") for element in method.findall(f"{{{DS}}}DigestMethod")]
    masks = [element.get("Algorithm") for element in method.findall(f"{{{XENC11}}}MGF")]
    digest = DIGESTS.get(digests[0] if digests else f"{DS}sha1")
    mask = SHA1 if name == OAEP_OLD else MASKS.get(masks[0] if masks else f"{XENC11}mgf1sha1")
    if name not in (OAEP, OAEP_OLD) or digest is None or mask is None:
        raise BadDocument(f"a key encrypted by {name}")
    return padding.OAEP(padding.MGF1(mask()), digest(), label=None)


def _cipher_value(element: Any) -> bytes:
    text = text_of(only(only(element, f"{{{XENC}}}CipherData"), f"{{{XENC}}}CipherValue"))
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise BadDocument("no base64 where it belongs") from error


def _open_gcm(secret: bytes, content: bytes) -> bytes:
    return AESGCM(secret).decrypt(content[:NONCE], content[NONCE:], None)


def _open_cbc(secret: bytes, content: bytes) -> bytes:
    if len(content) < 2 * BLOCK or len(content) % BLOCK:
        raise ValueError("no whole blocks")
    decryptor = Cipher(AES(secret), CBC(content[:BLOCK])).decryptor()
    plain = decryptor.update(content[BLOCK:]) + decryptor.finalize()
    # Only the last byte of the padding says anything (XML Encryption 5.2).
    if not 1 <= plain[-1] <= BLOCK:
        raise ValueError("no padding")
    return plain[: -plain[-1]]
