"""The package of another version: found, checked and installed into an environment of its own.

pip does the work with the operator's own configuration (indexes, proxies, credentials).
"""

import platform
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from email import message_from_string
from importlib.util import find_spec
from pathlib import Path

import msgspec

from balai import __version__
from balai.cli.upgrade.place import Place, order_of
from balai.database.schema_files import SETS, list_files
from balai.errors import StartError
from balai.settings import environment_with, given_variables

NAME = "balai"
RELEASE = "balai/database/schema/RELEASE"
MAX_SHOWN_LINES = 5


class Package(msgspec.Struct, frozen=True):
    """A wheel. `release`: of its schema. `new_schema_versions`: those that this program does not have."""

    wheel: Path
    version: str
    release: int
    new_schema_versions: int


def read_package(wheel: Path) -> Package:
    """Read and check a wheel. Raises StartError for one that cannot be an upgrade of this program."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            if damaged := archive.testzip():
                raise StartError(f"{wheel} is damaged ({damaged}).", hint="Fetch it once more.")
            names = archive.namelist()
            metadata = next((name for name in names if re.fullmatch(r"[^/]+\.dist-info/METADATA", name)), None)
            fields = message_from_string(archive.read(metadata).decode() if metadata else "")
            release = int(archive.read(RELEASE).split()[-2]) if RELEASE in names else 0
    except FileNotFoundError as error:
        raise StartError(f"There is no file {wheel}.") from error
    except (OSError, zipfile.BadZipFile, ValueError, IndexError) as error:
        raise StartError(f"{wheel} is not a package, or it is damaged: {error}", hint="Fetch it once more.") from error
    if fields["Name"] != NAME or not re.fullmatch(r"[\w.+!-]+", fields["Version"] or ""):
        raise StartError(f"{wheel} is not a package of Balai.")
    if not any(name.startswith("balai/site/static/") for name in names):
        raise StartError(f"{wheel} has no built front end.", hint="Build it with `make wheel`.")
    _check_python(fields["Requires-Python"] or "")
    if order_of(fields["Version"]) < order_of(__version__):
        raise StartError(
            f"{wheel} has version {fields['Version']}, which is older than this one ({__version__}).",
            hint="An older version cannot open the database of a newer one. Restore a backup with it instead.",
        )
    return Package(wheel, fields["Version"], release, _count_new_versions(names))


def _check_python(required: str) -> None:
    found = re.search(r">=\s*([\d.]+)", required)
    if found and order_of(platform.python_version()) < order_of(found[1]):
        raise StartError(
            f"The new version needs Python {found[1]}; this is {platform.python_version()}.",
            hint="Install that Python, and Balai with it, in a new virtual environment.",
        )


def _count_new_versions(names: list[str]) -> int:
    own = {f"{file.set}/{file.name}" for file in list_files() if file.is_version}
    pattern = re.compile(rf"balai/database/schema/((?:{'|'.join(SETS)})/versions/[^/]+)\.sql")
    found = {match[1] for name in names if (match := pattern.fullmatch(name))}
    return len(found - own)


def download(version: str | None, folder: Path) -> Path:
    """Download the wheel of a version, or of the newest. Raises StartError."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.whl"):
        old.unlink()
    wanted = f"{NAME}=={version}" if version else NAME
    _run_pip(
        [*_own_pip(folder), "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", str(folder), wanted],
        "The package cannot be downloaded",
    )
    found = next(folder.glob("*.whl"), None)
    if found is None:
        raise StartError(f"The package index has no wheel of {wanted}.")
    return found


def install(package: Package, place: Place, lock: int) -> Path:
    """Install a package with what it needs into its own environment. Returns the folder. Raises StartError, OSError."""
    folder = place.versions / package.version
    shutil.rmtree(folder, ignore_errors=True)
    place.versions.mkdir(parents=True, exist_ok=True)
    has_pip = find_spec("pip") is not None
    venv.create(folder, with_pip=not has_pip)
    python = str(folder / "bin" / "python")
    pip = [sys.executable, "-m", "pip", "--python", python] if has_pip else [python, "-m", "pip"]
    _run_pip([*pip, "install", "--quiet", str(package.wheel)], "The new version cannot be installed", lock)
    return folder


def _own_pip(folder: Path) -> list[str]:
    if find_spec("pip") is not None:
        return [sys.executable, "-m", "pip"]
    # An environment that was made without pip: one with it, for the download alone.
    venv.create(folder / "pip", with_pip=True)
    return [str(folder / "pip" / "bin" / "python"), "-m", "pip"]


def _run_pip(command: list[str], failure: str, *inherited: int) -> None:
    done = subprocess.run(
        [*command, "--disable-pip-version-check", "--no-input"],
        env=environment_with(given_variables()),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        pass_fds=inherited,
    )
    if done.returncode:
        tail = "\n".join(done.stdout.strip().splitlines()[-MAX_SHOWN_LINES:])
        raise StartError(f"{failure}:\n{tail}", hint="The running version is unchanged.")
