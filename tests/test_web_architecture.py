"""The shape of the front end: no import cycle, and directories of at most 12 modules."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

WEB = Path(__file__).parent.parent / "web"
MODULES = sorted(
    path
    for pattern in ("*.ts", "*.tsx")
    for path in WEB.rglob(pattern)
    if "node_modules" not in path.parts and ".test." not in path.name and not path.name.endswith(".d.ts")
)
# Static imports and exports, types included, and `import()`.
IMPORT = re.compile(r"""(?:\bfrom|\bimport|\bimport\()\s*"(\.[^"]+)\"""")
MAX_DIRECTORY_SIZE = 12


def imports_of(module: Path) -> Iterator[Path]:
    """The project's own modules that a module imports in any way."""
    for name in IMPORT.findall(module.read_text()):
        target = module.parent / name
        for candidate in (target, target.with_name(f"{target.name}.ts"), target.with_name(f"{target.name}.tsx")):
            if candidate.is_file() and candidate.suffix in {".ts", ".tsx"}:
                yield candidate.resolve()
        for index in (target / "index.ts", target / "index.tsx"):
            if index.is_file():
                yield index.resolve()


def cycles_in(graph: dict[str, list[str]]) -> list[list[str]]:
    """The strongly connected parts of more than one node (Tarjan's algorithm, without recursion)."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found = []
    for root in graph:
        work = [(root, iter(graph[root]))] if root not in order else []
        while work:
            node, targets = work[-1]
            if node not in order:
                order[node] = lowest[node] = len(order)
                stack.append(node)
            for target in targets:
                if target not in order:
                    work.append((target, iter(graph[target])))
                    break
                if target in stack:
                    lowest[node] = min(lowest[node], order[target])
            else:
                work.pop()
                if work:
                    lowest[work[-1][0]] = min(lowest[work[-1][0]], lowest[node])
                if lowest[node] == order[node]:
                    part = stack[stack.index(node) :]
                    del stack[stack.index(node) :]
                    if len(part) > 1 or node in graph[node]:
                        found.append(sorted(part))
    return found


@pytest.mark.parametrize(
    ("graph", "cycles"),
    [
        ({"a": ["b"], "b": ["c"], "c": []}, []),
        ({"a": ["b"], "b": ["a"], "c": ["a"]}, [["a", "b"]]),
        ({"a": ["b", "c"], "b": ["d"], "c": ["d"], "d": ["b"]}, [["b", "d"]]),
        ({"a": ["a"]}, [["a"]]),
    ],
)
def test_cycles_are_found(graph: dict[str, list[str]], cycles: list[list[str]]) -> None:
    assert cycles_in(graph) == cycles


def test_every_import_leads_to_a_file() -> None:
    missing = [
        f"{module.relative_to(WEB)}: {name}"
        for module in MODULES
        for name in IMPORT.findall(module.read_text())
        if not re.search(r"\.(css|json(\?\w+)?|js\?raw)$", name) and not any(_resolves(module, name))
    ]
    assert not missing


def _resolves(module: Path, name: str) -> Iterator[bool]:
    target = module.parent / re.sub(r"\?(url|no-inline)$", "", name)
    yield from (target.with_name(target.name + end).is_file() for end in ("", ".ts", ".tsx"))
    yield (target / "index.ts").is_file()


def test_no_module_imports_itself_through_others() -> None:
    graph = {
        str(module.relative_to(WEB)): [str(target.relative_to(WEB)) for target in imports_of(module)]
        for module in MODULES
    }
    assert len(graph) > 100 and sum(map(len, graph.values())) > 500
    assert not cycles_in(graph)


def test_directories_stay_small() -> None:
    sizes = Counter(str(module.parent.relative_to(WEB)) for module in MODULES)
    assert not {folder: size for folder, size in sizes.items() if size > MAX_DIRECTORY_SIZE}
