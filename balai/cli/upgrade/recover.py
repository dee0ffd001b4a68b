"""Ends an upgrade: forward to the new version once its trial has passed, else back to the old one.

Used at the end of every upgrade, and after one that was killed, by the next upgrade or the next start of a server.
"""

import asyncio
import shutil
from contextlib import suppress

import msgspec

from balai.cli.upgrade.journal import Journal, delete_journal, read_journal, write_journal
from balai.cli.upgrade.place import Place
from balai.cli.upgrade.programs import NewProgram
from balai.cli.upgrade.trial import discard, drop_clone, read_state, take_over
from balai.errors import StartError


def recover(place: Place) -> str:
    """End an upgrade that was killed. Returns a line about it, empty if there was none. Raises StartError."""
    journal = read_journal(place)
    if journal is None:
        # It has ended; only its copies may be left.
        discard(place)
        return ""
    if journal.phase == "migrating" and asyncio.run(read_state(journal.database_url)) != journal.ledger:
        # The transaction was committed. A second run applies what may be left.
        NewProgram(place, journal.version, journal.database_url).migrate(has_site=journal.has_site)
        journal = passed(place, journal)
    if journal.phase == "passed":
        go_forward(place, journal)
        return f"an interrupted upgrade was completed: this is {journal.version}"
    go_back(place, journal)
    return f"an interrupted upgrade was undone: {journal.before} with its unchanged database"


def passed(place: Place, journal: Journal) -> Journal:
    """Note that the new version takes over."""
    new = msgspec.structs.replace(journal, phase="passed")
    write_journal(place, new)
    return new


def go_forward(place: Place, journal: Journal) -> None:
    """The new version takes over. Raises OSError, StartError; then it is repeated by the next start."""
    if not journal.database_url:
        take_over(place)
    place.switch(journal.version)
    delete_journal(place)
    _clean(place, journal)
    place.remove_old_versions(journal.before, journal.version)


def go_back(place: Place, journal: Journal) -> None:
    """The old version continues with its database, which was not changed."""
    # First of all: what follows only makes room.
    delete_journal(place)
    _clean(place, journal)
    remove_version(place, journal.version)


def remove_version(place: Place, version: str) -> None:
    """Delete an installed version that does not run."""
    if place.current_version() != version:
        shutil.rmtree(place.versions / version, ignore_errors=True)


def _clean(place: Place, journal: Journal) -> None:
    """Delete the copies. The next upgrade deletes those that cannot be deleted now."""
    if journal.database_url:
        with suppress(StartError):
            asyncio.run(drop_clone(journal.database_url))
    discard(place)
