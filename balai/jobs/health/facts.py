"""Values that the checks of `balai doctor` and of the health page read."""

import shutil
from pathlib import Path
from typing import Literal, TypeAlias

from balai.database.migrate import Ledger
from balai.database.schema_files import SETS, list_files, read_release

MIN_FREE_BYTES = 500 * 1024 * 1024
LAST_EMAIL_ERROR = """
select last_error from mailbox.queue where channel = 'mail' and sent_at is null and last_error is not null
order by next_attempt_at desc limit 1
"""
SchemaState: TypeAlias = Literal["current", "pending", "newer"]


def free_bytes(folder: Path) -> int:
    """The free space of the disk of a folder. Raises OSError."""
    return shutil.disk_usage(folder).free


def schema_state(ledger: Ledger) -> tuple[SchemaState, int]:
    """Whether the database has the schema of this program, and the number of files to apply."""
    files = list_files()
    pending = len(ledger.find_pending(files))
    if ledger.release > read_release() or ledger.find_newer(files, SETS):
        return "newer", pending
    return ("pending" if pending else "current"), pending
