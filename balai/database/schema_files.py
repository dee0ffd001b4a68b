"""The SQL files of the schema: which there are, in which order they apply, and what each says about itself.

A set (`backend`, `site`) is a folder below `schema/` with two kinds of file:

- `versions/NNNN_what.sql`: types, tables, columns, constraints, indexes, seed rows, data changes. Applied once, and
  never edited after a release.
- all other files: functions, views, triggers, policies, grants. Applied again whenever their text has changed.

Comment lines at the top of a file may be directives: `-- before: checks`, `-- transaction: own`,
`-- reapply: DOMAIN/FILE`.
"""

import hashlib
import os
import re
from functools import cached_property
from pathlib import Path

import msgspec

FOLDER = Path(__file__).parent / "schema"
SETS = ("backend", "site")

# Types that functions of `checks/` take as arguments, then those functions, because constraints call them, then tables.
TYPES, CHECKS, VERSIONS, FUNCTIONS, VIEWS, TRIGGERS, POLICIES = range(7)
PHASES = {"views": VIEWS, "triggers": TRIGGERS, "policies": POLICIES}

DIRECTIVE = re.compile(r"^-- (before|transaction|reapply): (.+)$", re.MULTILINE)
COMMENT = re.compile(r"--.*$", re.MULTILINE)
CREATED_OBJECTS = (
    ("policy", re.compile(r"\bcreate policy (\"[^\"]+\"|\w+)\s+on ([\w.]+)")),
    ("trigger", re.compile(r"\bcreate (?:constraint )?trigger (\w+)\s[^;]*?\bon ([\w.]+)")),
    ("trigger", re.compile(r"\bcall public\.(announce_changes)\('([\w.]+)'\)")),
    ("view", re.compile(r"\bcreate view ([\w.]+)")),
)


class SchemaFile(msgspec.Struct, frozen=True, dict=True):
    """One file of a set. `name` is its path within the set, without the suffix: `versions/0201_people`."""

    set: str
    name: str
    sql: str

    @property
    def path(self) -> str:
        return f"{self.set}/{self.name}"

    @cached_property
    def sha256(self) -> str:
        return hashlib.sha256(self.sql.encode()).hexdigest()

    @property
    def is_version(self) -> bool:
        return self.name.startswith("versions/")

    @property
    def number(self) -> int:
        """Number of a version, unique within its set."""
        return int(self.name.removeprefix("versions/").partition("_")[0])

    @cached_property
    def phase(self) -> int:
        if self.is_version:
            return TYPES if "checks" in self._directives("before") else VERSIONS
        if self.name.startswith("checks/"):
            return CHECKS
        return PHASES.get(self.name.rpartition("/")[2], FUNCTIONS)

    @property
    def runs_alone(self) -> bool:
        """Runs in a transaction of its own, after a commit of all files before it."""
        return "own" in self._directives("transaction")

    @property
    def reapplied(self) -> list[str]:
        """Paths of the files that must apply again after this version, although their text has not changed."""
        return [f"{self.set}/{name}" for name in self._directives("reapply")]

    @cached_property
    def objects(self) -> list[str]:
        """Views, triggers and policies that the file creates, as `drop` names them: `policy "…" on public.posts`.

        They are dropped before the file applies again. The list is kept in the ledger, so one that has left the file is
        dropped as well, and one that the operator has added to the same table stays.
        """
        if self.phase not in (VIEWS, TRIGGERS, POLICIES):
            return []
        text = COMMENT.sub("", self.sql)
        return [f"{kind} if exists {' on '.join(found)}" for kind, found in self._find_created(text)]

    @staticmethod
    def _find_created(text: str) -> list[tuple[str, tuple[str, ...]]]:
        return [(kind, match.groups()) for kind, pattern in CREATED_OBJECTS for match in pattern.finditer(text)]

    def _directives(self, name: str) -> list[str]:
        top = re.match(r"(?:--.*\n|\s*\n)*", self.sql)
        found = DIRECTIVE.findall(top.group() if top else "")
        return [value.strip() for key, values in found if key == name for value in values.split(",")]


class AdoptedSet(msgspec.Struct, frozen=True):
    """The numbered files of development versions: number to SHA-256. `versions` are the baselines that replace them."""

    migrations: dict[str, str]
    versions: list[int]
    script: str


def list_files(sets: tuple[str, ...] = SETS) -> list[SchemaFile]:
    """All files of the sets, in the order in which they apply to an empty database."""
    return [file for name in sets for file in sorted(_read_set(name), key=lambda file: (file.phase, file.name))]


def _read_set(name: str) -> list[SchemaFile]:
    # Every start reads these files: with scandir a hundred of them take 2 ms, with pathlib's glob 5 ms.
    folders = [entry for entry in os.scandir(FOLDER / name) if entry.is_dir()]
    entries = [
        (folder.name, entry) for folder in folders for entry in os.scandir(folder) if entry.name.endswith(".sql")
    ]
    return [
        SchemaFile(set=name, name=f"{folder}/{entry.name.removesuffix('.sql')}", sql=Path(entry).read_bytes().decode())
        for folder, entry in entries
    ]


def read_release() -> int:
    """Number of the schema's release. It rises with every change of a file, so an older program is recognized."""
    return int((FOLDER / "RELEASE").read_text().split()[-2])


def hash_folder() -> str:
    """SHA-256 over the names and texts of all files."""
    files = sorted(list_files(), key=lambda file: file.path)
    return hashlib.sha256("".join(f"{file.path} {file.sha256}\n" for file in files).encode()).hexdigest()


def read_adopted() -> dict[str, AdoptedSet]:
    """The files that a database of a development version must have applied, for each set, to be adopted."""
    path = FOLDER / "adopted.json"
    return msgspec.json.decode(path.read_bytes(), type=dict[str, AdoptedSet]) if path.exists() else {}
