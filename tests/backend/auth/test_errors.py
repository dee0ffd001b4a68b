"""The list of errors is closed: each code in it is used, and each code used is in it."""

from pathlib import Path

from balai.backend.auth.errors import Code

FOLDER = Path(__file__).parents[3] / "balai/backend/auth"


def test_every_code_is_used() -> None:
    text = "\n".join(file.read_text() for file in FOLDER.rglob("*.py"))
    assert [code.name for code in Code if f"Code.{code.name}" not in text] == []
