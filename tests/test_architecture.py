"""Rules of the code base that a test can check: sizes, names, documentation, lock files, row-level security."""

import ast
import json
import re
from pathlib import Path

from balai.cli.main import _parser
from balai.settings import SETTINGS

ROOT = Path(__file__).parent.parent
PYTHON = sorted(path for path in (ROOT / "balai").rglob("*.py") if "static" not in path.parts)
WEB = sorted(
    path
    for pattern in ("*.ts", "*.tsx")
    for path in (ROOT / "web").rglob(pattern)
    if "node_modules" not in path.parts and "generated" not in path.parts
)
VAGUE = {"utils", "helpers", "common", "misc", "manager", "base"}


def test_only_settings_reads_the_environment() -> None:
    # Two pass the metrics' folder on; two belong to functions, which have an environment of their own.
    allowed = {"settings/load.py", "server/supervisor.py", "server/metrics.py", "backend/sandbox/process.py"}
    allowed.add("site/functions/contact.py")
    wrong = [
        path
        for path in PYTHON
        if str(path.relative_to(ROOT / "balai")) not in allowed and re.search(r"os\.(environ|getenv)", path.read_text())
    ]
    assert not wrong


def test_files_and_functions_stay_short() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}: {len(text)} lines" for path in [*PYTHON, *WEB] if len(text := _lines(path)) > 400
    ]
    for path in PYTHON:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno:
                length = node.end_lineno - node.lineno + 1
                if length > 60:
                    wrong.append(f"{path.relative_to(ROOT)}: {node.name} has {length} lines")
    assert not wrong


def _lines(path: Path) -> list[str]:
    return path.read_text().splitlines()


def test_no_module_has_a_vague_name() -> None:
    assert not [path for path in [*PYTHON, *WEB] if path.stem.lower() in VAGUE]


def test_every_module_has_a_docstring() -> None:
    assert not [
        path for path in PYTHON if path.read_text().strip() and not ast.get_docstring(ast.parse(path.read_text()))
    ]


def test_every_setting_and_command_is_documented() -> None:
    setting_page = (ROOT / "docs" / "operations" / "configuration.md").read_text()
    command_page = (ROOT / "docs" / "operations" / "commands.md").read_text()
    commands = next(iter(_parser()._subparsers._group_actions)).choices  # type: ignore[union-attr]
    rows = [
        f"| `{setting.name}` | {f'`{setting.default}`' if setting.default else ''} | {setting.meaning} |\n"
        for setting in SETTINGS
    ]
    assert not [row for row in rows if row not in setting_page]
    assert not [name for name in commands or {} if f"`balai {name}" not in command_page]


def test_every_table_of_the_site_has_row_level_security() -> None:
    text = "\n".join(path.read_text() for path in sorted((ROOT / "balai/database/schema/site/versions").glob("*.sql")))
    tables = set(re.findall(r"create (?:unlogged )?table public\.(\w+)", text))
    secured = set(re.findall(r"alter table public\.(\w+) enable row level security", text))
    assert tables and tables == secured


def test_interface_texts_have_the_same_keys_in_every_language() -> None:
    tables = {lang: json.loads((ROOT / f"web/locales/{lang}.json").read_text()) for lang in ("en", "zh", "ms", "vi")}
    bare = {lang: {re.sub(r"_(one|other)$", "", key) for key in table} for lang, table in tables.items()}
    assert bare["en"] == bare["zh"] == bare["ms"] == bare["vi"]
    assert not [(lang, key) for lang, table in tables.items() for key, text in table.items() if not text.strip()]


def test_lock_files_have_hashes_and_no_addresses() -> None:
    locks = ("requirements.lock", "web/requirements.lock", "web/package-lock.json", "bench/browser/package-lock.json")
    for lock in locks:
        text = (ROOT / lock).read_text()
        assert "--hash=" in text or '"integrity"' in text
        address = r'"resolved"|^(-i|--(extra-)?index-url|--find-links)\b|file:///|https?:'
        assert not re.search(address, text, re.MULTILINE)


def test_no_component_inserts_raw_html() -> None:
    assert not [path for path in WEB if re.search(r"dangerouslySetInnerHTML|\.innerHTML\s*=", path.read_text())]
