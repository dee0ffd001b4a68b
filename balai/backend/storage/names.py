"""Which names buckets and objects may have: storage contract, sections 3 and 4."""

import re

from balai.backend.storage.errors import invalid_bucket_name, invalid_key

_BUCKET = re.compile(r"[A-Za-z0-9_!.*'()&$@=;:+,? -]{1,100}")
_KEY = re.compile(r"[A-Za-z0-9_/!.*'()&$@=;:+,? -]{1,1024}")
EMPTY_FOLDER = ".emptyFolderPlaceholder"


def check_bucket_name(name: str) -> None:
    """Raise StorageError unless a bucket may have this name."""
    if not _BUCKET.fullmatch(name) or name != name.strip() or name.endswith("--table-s3"):
        raise invalid_bucket_name()


def check_key(key: str) -> None:
    """Raise StorageError unless an object may have this name."""
    if not _KEY.fullmatch(key) or any(segment in (".", "..") for segment in key.split("/")):
        raise invalid_key(key[:1100])
