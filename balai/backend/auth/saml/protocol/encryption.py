"""Decrypts assertions that were encrypted for this instance (XML Encryption 1.1): RSA-OAEP for the key, AES inside.

Unauthenticated AES-CBC is supported because large identity providers send nothing else. Against padding oracles, every
failure gives the same error, and each started sign-in allows one attempt. The older key transport (RSA with PKCS #1
1.5) is not supported.
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

from balai.backend.auth.saml.protocol.xml import DS, InvalidDocument, single_child, text_of

XENC = "http://www.w3.org/2001/04/xmlenc#"
XENC11 = "http://www.w3.org/2009/xmlenc11#"
# Key size in bytes by algorithm.
CBC_KEY_SIZES = {f"{XENC}aes128-cbc": 16, f"{XENC}aes192-cbc": 24, f"{XENC}aes256-cbc": 32}
GCM_KEY_SIZES = {f"{XENC11}aes128-gcm": 16, f"{XENC11}aes192-gcm": 24, f"{XENC11}aes256-gcm": 32}
OAEP_MGF1P, OAEP = f"{XENC}rsa-oaep-mgf1p", f"{XENC11}rsa-oaep"
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
BLOCK_BYTES = 16
NONCE_BYTES = 12


def decrypt(encrypted: Any, key: rsa.RSAPrivateKey) -> bytes:
    """Decrypt an EncryptedAssertion and return its XML. Raises InvalidDocument."""
    data = single_child(encrypted, f"{{{XENC}}}EncryptedData")
    method = single_child(data, f"{{{XENC}}}EncryptionMethod").get("Algorithm", "")
    size = CBC_KEY_SIZES.get(method) or GCM_KEY_SIZES.get(method)
    if size is None:
        raise InvalidDocument(f"unsupported encryption {method}")
    encrypted_keys = list(encrypted.iter(f"{{{XENC}}}EncryptedKey"))
    if len(encrypted_keys) != 1:
        raise InvalidDocument(f"{len(encrypted_keys)} encrypted keys, expected one")
    content = _cipher_value(data)
    try:
        padding_method = _padding(single_child(encrypted_keys[0], f"{{{XENC}}}EncryptionMethod"))
        content_key = key.decrypt(_cipher_value(encrypted_keys[0]), padding_method)
        if len(content_key) != size:
            raise ValueError("wrong key length")
        return _decrypt_gcm(content_key, content) if method in GCM_KEY_SIZES else _decrypt_cbc(content_key, content)
    except (ValueError, InvalidTag) as error:
        raise InvalidDocument("decryption failed") from error


def _padding(method: Any) -> padding.OAEP:
    name = method.get("Algorithm", "")
    digests = [element.get("Algorithm") for element in method.findall(f"{{{DS}}}DigestMethod")]
    masks = [element.get("Algorithm") for element in method.findall(f"{{{XENC11}}}MGF")]
    digest = DIGESTS.get(digests[0] if digests else f"{DS}sha1")
    mask = SHA1 if name == OAEP_MGF1P else MASKS.get(masks[0] if masks else f"{XENC11}mgf1sha1")
    if name not in (OAEP, OAEP_MGF1P) or digest is None or mask is None:
        raise InvalidDocument(f"unsupported key encryption {name}")
    return padding.OAEP(padding.MGF1(mask()), digest(), label=None)


def _cipher_value(element: Any) -> bytes:
    text = text_of(single_child(single_child(element, f"{{{XENC}}}CipherData"), f"{{{XENC}}}CipherValue"))
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise InvalidDocument("invalid base64") from error


def _decrypt_gcm(content_key: bytes, content: bytes) -> bytes:
    return AESGCM(content_key).decrypt(content[:NONCE_BYTES], content[NONCE_BYTES:], None)


def _decrypt_cbc(content_key: bytes, content: bytes) -> bytes:
    if len(content) < 2 * BLOCK_BYTES or len(content) % BLOCK_BYTES:
        raise ValueError("incomplete blocks")
    decryptor = Cipher(AES(content_key), CBC(content[:BLOCK_BYTES])).decryptor()
    plain = decryptor.update(content[BLOCK_BYTES:]) + decryptor.finalize()
    # Only the last byte of the padding is defined (XML Encryption 5.2).
    if not 1 <= plain[-1] <= BLOCK_BYTES:
        raise ValueError("invalid padding")
    return plain[: -plain[-1]]
