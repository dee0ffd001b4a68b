"""Encrypts copies of backups for a public key, in the file format of `age`. Only its private key can decrypt them."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Protocol

import pyrage

from balai.errors import StartError

SUFFIX = ".age"
_PRIVATE = "AGE-SECRET-KEY-"


class _Writable(Protocol):
    def write(self, data: bytes, /) -> object: ...


def generate_key() -> tuple[str, str]:
    """Generate a public and a private key."""
    identity = pyrage.x25519.Identity.generate()
    return str(identity.to_public()), str(identity)


def encrypt(source: BinaryIO, target: _Writable, recipient: str) -> None:
    """Encrypt a file for a public key. Raises OSError."""
    try:
        pyrage.encrypt_io(source, target, [pyrage.x25519.Recipient.from_str(recipient)])
    except pyrage.EncryptError as error:
        # The only one that is not a fault of this program: reading or writing failed.
        raise OSError(str(error)) from error


@contextmanager
def decrypted(path: Path, key: Path | None) -> Iterator[Path]:
    """The backup as a plain file, which is deleted after the block. A file that is not encrypted is used itself.

    Raises:
        StartError: the key is missing, unreadable or another one, or the file is damaged.
    """
    if path.suffix != SUFFIX:
        yield path
        return
    if key is None:
        raise StartError(f"{path} is encrypted.", hint="Give the file of its private key with --key.")
    identities = _read_keys(key)
    with tempfile.TemporaryDirectory(prefix=".balai-decrypted-", dir=path.parent) as folder:
        plain = Path(folder) / path.stem
        try:
            with path.open("rb") as source, plain.open("wb") as target:
                pyrage.decrypt_io(source, target, identities)
        except pyrage.DecryptError as error:
            raise StartError(f"{path} was encrypted for another key, or it is damaged.") from error
        except OSError as error:
            raise StartError(f"{path} cannot be decrypted: {error.strerror or error}") from error
        yield plain


def _read_keys(file: Path) -> list[object]:
    try:
        lines = [line.strip() for line in file.read_text().splitlines()]
        keys = [pyrage.x25519.Identity.from_str(line) for line in lines if line.startswith(_PRIVATE)]
    except (OSError, ValueError, pyrage.IdentityError) as error:
        raise StartError(f"{file} cannot be read as a private key.") from error
    if not keys:
        raise StartError(f"{file} contains no private key.", hint=f"It begins with {_PRIVATE}.")
    return keys
