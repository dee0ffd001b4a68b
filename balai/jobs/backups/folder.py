"""The folder of the backups: names, and which files stay.

Only files with a name of this module are listed or deleted, so other files in the folder are left alone.
"""

import shutil
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from balai.settings import Settings

DAYS, WEEKS = 7, 4
FORM = "balai-backup-%Y-%m-%dT%H%M%SZ.tar"
# A backup in progress is in this folder. It is on the same disk, so a complete file is renamed at once.
UNFINISHED = ".unfinished"


def folder_of(settings: Settings) -> Path:
    """The folder in which backups are stored."""
    return Path(settings.backup_dir).absolute() if settings.backup_dir else settings.data_dir / "backups"


def name_of(moment: datetime) -> str:
    """The name of the backup that is made at this moment."""
    return moment.astimezone(UTC).strftime(FORM)


def moment_of(name: str) -> datetime | None:
    """The moment of the backup with this name. None: not a name of this module."""
    try:
        return datetime.strptime(name, FORM).replace(tzinfo=UTC)
    except ValueError:
        return None


def find_outdated(names: Iterable[str], time_zone: ZoneInfo) -> set[str]:
    """The files that are no longer needed.

    The newest backup of a day stays for the seven newest days that have one, and the newest of a week for the four
    newest weeks. Days without a backup do not count, so nothing is deleted while none are made.
    """
    by_age = sorted(((moment, name) for name in names if (moment := moment_of(name))), reverse=True)
    newest_of_day: dict[object, str] = {}
    newest_of_week: dict[object, str] = {}
    for moment, name in by_age:
        local = moment.astimezone(time_zone)
        newest_of_day.setdefault(local.date(), name)
        newest_of_week.setdefault(local.isocalendar()[:2], name)
    needed = {*list(newest_of_day.values())[:DAYS], *list(newest_of_week.values())[:WEEKS]}
    return {name for _, name in by_age} - needed


def prepare(folder: Path) -> Path:
    """Create the folder, delete what an interrupted backup left, and return the folder for the next. Raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    unfinished = folder / UNFINISHED
    clean(folder)
    unfinished.mkdir(mode=0o700)
    return unfinished


def clean(folder: Path) -> None:
    """Delete a backup in progress."""
    shutil.rmtree(folder / UNFINISHED, ignore_errors=True)


def delete_outdated(folder: Path, time_zone: ZoneInfo) -> list[str]:
    """Delete the outdated backups. Returns the names of those that are stored. Raises OSError."""
    for name in find_outdated(list_names(folder), time_zone):
        (folder / name).unlink(missing_ok=True)
    return list_names(folder)


def list_names(folder: Path) -> list[str]:
    """The names of the backups in the folder. Raises OSError."""
    return [entry.name for entry in folder.iterdir() if moment_of(entry.name)]
