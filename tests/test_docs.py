"""The documentation names what exists: its links, the files and tests that it mentions, every decision in the index."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
SKIPPED = {"node_modules", ".venv", ".git", "__pycache__", "build"}
DECISIONS = ROOT / "docs" / "decisions"


@pytest.fixture(scope="module")
def files() -> list[str]:
    found: list[str] = []
    folders = [ROOT]
    while folders:
        for entry in folders.pop().iterdir():
            if entry.is_file():
                found.append(f"/{entry.relative_to(ROOT)}")
            elif entry.name not in SKIPPED:
                folders.append(entry)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)", page.read_text())
    assert not [link for link in links if "://" not in link and not (page.parent / link).exists()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_named_file_exists(page: Path, files: list[str]) -> None:
    # Paths are relative to the folder that the page is about, so only their ends are compared. NNNN is a variable.
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    named = set(re.findall(r"`([a-z\d_./-]+/[\w.-]+\.(?:py|tsx?|mjs|sql))`", text))
    named |= set(re.findall(r"`(test_\w+\.py)`", text))
    assert not [path for path in sorted(named) if "NNNN" not in path and not any(f.endswith(f"/{path}") for f in files)]


def test_every_named_test_exists() -> None:
    texts = [path.read_text() for path in (ROOT / "tests").rglob("test_*.py")]
    named = {name for page in PAGES for name in re.findall(r"`(test_\w+)`", page.read_text())}
    assert named
    assert not [name for name in sorted(named) if not any(f"def {name}(" in text for text in texts)]


def test_the_index_lists_every_decision_with_its_title() -> None:
    index = (DECISIONS / "README.md").read_text()
    for path in sorted(DECISIONS.glob("0*.md")):
        number, title = path.read_text().partition("\n")[0].removeprefix("# ").split(": ", 1)
        assert f"| [{number}]({path.name}) | {title} |" in index
