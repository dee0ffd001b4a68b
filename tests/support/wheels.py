"""Wheels of this checkout with another version and other parts, for tests of upgrades."""

import functools
import importlib._bootstrap_external as pyc  # type: ignore[import-not-found]
import importlib.util
import site
import zipfile
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
SKIPPED = {"__pycache__", ".built"}
# The server compresses what has no compressed file beside it. Fewer files are installed sooner.
COMPRESSED = {".br", ".gz"}


def write_wheel(folder: Path, version: str, changed: Mapping[str, str]) -> Path:
    """Write the wheel of the checkout. `changed`: texts of files, by their path in it; one after `+` is appended.

    It needs no package index: a `.pth` file leads to the packages of this run's environment.
    """
    wheel = folder / f"balai-{version}-py3-none-any.whl"
    info = f"balai-{version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: balai\nVersion: {version}\nRequires-Python: >=3.11\n"
    texts = {
        "balai/__init__.py": f'"""Balai."""\n\n__version__ = "{version}"\n',
        "balai_of_tests.pth": f"{site.getsitepackages()[0]}\n",
        f"{info}/METADATA": metadata,
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": "[console_scripts]\nbalai = balai.cli.main:main\n",
        **changed,
    }
    files = _read_package()
    for name, text in texts.items():
        whole = files[name] + text[1:].encode() if text.startswith("+") else text.encode()
        files[name] = whole
        files.pop(_compiled_name(name), None)
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
        archive.writestr(f"{info}/RECORD", "".join(f"{name},,\n" for name in [*files, f"{info}/RECORD"]))
    return wheel


def _read_package() -> dict[str, bytes]:
    return dict(_read_once())


@functools.cache
def _read_once() -> dict[str, bytes]:
    """The files, with modules compiled once for all installations."""
    files = {}
    for path in sorted((ROOT / "balai").rglob("*")):
        if path.is_dir() or not SKIPPED.isdisjoint(path.parts) or path.suffix in COMPRESSED:
            continue
        name = str(path.relative_to(ROOT))
        files[name] = path.read_bytes()
        if path.suffix == ".py":
            code = compile(files[name], name, "exec", dont_inherit=True)
            files[_compiled_name(name)] = bytes(
                pyc._code_to_hash_pyc(code, importlib.util.source_hash(files[name]), False)
            )
    return files


def _compiled_name(name: str) -> str:
    path = Path(name)
    return importlib.util.cache_from_source(name) if path.suffix == ".py" else name + "c"
