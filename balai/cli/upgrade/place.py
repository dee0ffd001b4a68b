"""The files of upgrades in a data folder, and which of the installed programs runs.

program/versions/X     the environment of version X, installed by an upgrade
program/current        link to the environment that runs; without it, the program that was installed by hand runs
program/upgrade.json   an upgrade that has begun to change the instance (journal.py)
program/upgrade.log    the output of the programs that the last upgrade ran
upgrade.lock           locked by an upgrade and by the programs that it runs
serve.lock             locked by every server of the folder, shared
"""

import os
import pwd
import re
import shutil
import sys
from pathlib import Path

from balai import __version__
from balai.errors import StartError
from balai.settings import environment_with, given_variables

STAGES = {"dev": -4, "a": -3, "b": -2, "rc": -1, "post": 1}


class Place:
    """The paths of a data folder."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.program = data / "program"
        self.versions = self.program / "versions"
        self.current = self.program / "current"
        self.journal = self.program / "upgrade.json"
        self.log = self.program / "upgrade.log"
        self.upgrade_lock = data / "upgrade.lock"
        self.serve_lock = data / "serve.lock"
        # Beside the real folder of the database, so that a rename replaces it.
        self.cluster = (data / "postgres").resolve()
        self.trial = self.cluster.parent / ".upgrade-trial"
        self.replaced = self.cluster.parent / ".postgres-before-upgrade"

    def python_of(self, version: str) -> Path:
        """The interpreter of an installed version."""
        return self.versions / version / "bin" / "python"

    def current_version(self) -> str | None:
        """The version that the link names. None: no upgrade has succeeded here."""
        try:
            return self.current.resolve(strict=True).name
        except OSError:
            return None

    def switch(self, version: str) -> None:
        """Let `current` name this version. Atomic."""
        link = self.program / "current.new"
        link.unlink(missing_ok=True)
        link.symlink_to(Path("versions") / version)
        link.replace(self.current)
        sync_folder(self.program)

    def remove_old_versions(self, *kept: str) -> None:
        """Delete the environments of all versions but these."""
        for folder in self.versions.iterdir():
            if folder.name not in kept:
                shutil.rmtree(folder, ignore_errors=True)


def order_of(version: str) -> tuple[tuple[int, ...], int, int]:
    """A key that orders versions as Python packages do: 1.0rc1, 1.0, 1.0.post1, 1.1."""
    found = re.match(r"v?(\d+(?:\.\d+)*)[._-]?(?:(dev|a|b|rc|post)(\d*))?", version)
    if found is None:
        return (), 0, 0
    numbers = [int(part) for part in found[1].split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers), STAGES.get(found[2] or "", 0), int(found[3] or 0)


def hand_over(data: Path) -> None:
    """Become the version that an upgrade has installed, if there is a newer one than this. Returns otherwise.

    So a service, a script and a habit that start the program which was installed first need no change.
    """
    place = Place(data)
    version = place.current_version()
    if version is None or order_of(version) <= order_of(__version__):
        return
    check_owner(place)
    folder = place.current.resolve()
    if Path(sys.prefix).resolve() == folder:
        return
    python = str(folder / "bin" / "python")
    if not os.access(python, os.X_OK):
        raise StartError(
            f"{python}, the program of Balai {version}, cannot be started: its Python is gone.",
            hint=f"Install Balai {version} or newer again, in a virtual environment of a Python that is there.",
        )
    os.execve(python, [python, "-m", "balai.cli", *sys.argv[1:]], environment_with(given_variables()))  # noqa: S606


def start_again() -> None:
    """Become a new process of this program with the same arguments; it hands over to the current version."""
    os.execv(sys.executable, [sys.executable, "-m", "balai.cli", *sys.argv[1:]])  # noqa: S606 - no shell


def check_owner(place: Place) -> None:
    """Reject programs of another user: root must not run code that an ordinary user can replace. Raises StartError."""
    paths = (place.data, place.program, place.versions, place.current)
    owners = {path.lstat().st_uid for path in paths if os.path.lexists(path)} - {0, os.geteuid()}
    if owners:
        name = pwd.getpwuid(min(owners)).pw_name
        raise StartError(
            f"The program of {place.data} belongs to the user {name}.", hint=f"Run this as that user: sudo -u {name} …"
        )


def sync_folder(folder: Path) -> None:
    """Wait until renames in a folder are on disk."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
