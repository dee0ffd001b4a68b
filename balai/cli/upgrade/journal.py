"""The journal of an upgrade: written before it changes the instance, deleted when it has ended.

While it exists no server runs and no other command opens the database. A journal without a locked `upgrade.lock` is
of an upgrade that was killed.
"""

import os
from typing import Literal

import msgspec

from balai.cli.upgrade.place import Place, sync_folder
from balai.errors import StartError

# trial: only copies are changed. migrating: a database outside the folder is being migrated, in one transaction.
# passed: the new version has taken over, and what is left is done again.
Phase = Literal["trial", "migrating", "passed"]


class Journal(msgspec.Struct, frozen=True):
    """An upgrade. `ledger`: of the database before it. `has_site`: False for a backend alone."""

    before: str
    version: str
    phase: Phase
    database_url: str
    ledger: str
    has_site: bool


def read_journal(place: Place) -> Journal | None:
    """The upgrade that has not ended. None: there is none."""
    try:
        return msgspec.json.decode(place.journal.read_bytes(), type=Journal)
    except FileNotFoundError:
        return None
    except msgspec.MsgspecError as error:
        raise StartError(f"{place.journal} cannot be read: {error}") from error


def write_journal(place: Place, journal: Journal) -> None:
    """Replace the journal; it is on disk when this returns. Raises OSError."""
    new = place.journal.with_suffix(".new")
    # It may contain the password of the database.
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(msgspec.json.encode(journal))
        file.flush()
        os.fsync(file.fileno())
    new.replace(place.journal)
    sync_folder(place.program)


def delete_journal(place: Place) -> None:
    """The upgrade has ended."""
    place.journal.unlink(missing_ok=True)
    sync_folder(place.program)


def refuse_during_upgrade(place: Place) -> None:
    """Raise StartError while an upgrade changes the instance, or after one that was killed."""
    if place.journal.exists():
        raise StartError(
            "An upgrade of this instance has not ended.",
            hint="Wait for it. If it was interrupted, `balai upgrade` or the next `balai serve` ends it.",
        )
