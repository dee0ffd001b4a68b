"""The import graph of the Python package: no cycles, layers import downwards only, directories stay small."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = sorted(path for path in (ROOT / "balai").rglob("*.py") if "static" not in path.parts)
MAX_MODULES = 12
MAX_TOP_LEVEL = 16
SERVICES = ("auth", "rest", "storage", "realtime", "functions")

# Each package may import those before it in its row, and those of earlier rows. One row holds packages that are
# independent of each other.
LAYERS = {
    "balai": """
        errors cache http functions tones
        settings database
        security
        hooks
        messaging
        backend
        site
        jobs demo
        server
        cli
    """,
    "balai.backend": """
        cors idempotency request_headers sandbox token_verification
        auth rest storage realtime functions
    """,
    "balai.backend.auth": """
        errors geoip oidc
        rate_limits passwords users
        config
        saml.protocol
        context
        redirects
        hooks response_delay audit
        http
        sessions delegated_admin
        authentication
        notifications
        captcha account mfa
        passkeys identities
        oauth
        saml
        sign_in
        admin public
        application
    """,
    "balai.backend.rest": """
        errors
        rules
        schema
        authentication readiness request
        config
        plan
        sql
        schema_loader disconnects server_timing
        execution
        application
        routes
    """,
    "balai.backend.storage": """
        errors
        validation blobs media_types
        images authentication
        context
        rows url_tokens status
        uploads
        objects buckets
        routes
        application
        config
    """,
    "balai.backend.realtime": """
        limits errors rate_limits presence
        protocol authentication replication
        interfaces authorization
        row_changes
        hub
        connections cluster changes broadcast_api
        application
    """,
}


def _name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {_name(path): path for path in FILES}


def _imports(name: str) -> Iterator[str]:
    """Every module of ours that a module imports, below `if TYPE_CHECKING` and inside functions too."""
    for node in ast.walk(ast.parse(MODULES[name].read_text())):
        if isinstance(node, ast.ImportFrom) and node.module in MODULES:
            for alias in node.names:
                submodule = f"{node.module}.{alias.name}"
                yield submodule if submodule in MODULES else node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)


GRAPH = {name: {other for other in _imports(name) if other != name} for name in MODULES}


def _is_composed(package: str) -> bool:
    return any(path.parent.parent == MODULES[package].parent for path in FILES if path.name == "__init__.py")


def _unit(name: str) -> str:
    """A leaf directory is one unit. In a package with sub-packages each module is a unit of its own."""
    is_package = MODULES[name].name == "__init__.py"
    package = name if is_package else name.rpartition(".")[0]
    return name if is_package or _is_composed(package) else package


def _cycle(graph: Mapping[str, set[str]]) -> list[str]:
    """The nodes of one cycle, or nothing."""
    done: set[str] = set()
    path: list[str] = []

    def visit(node: str) -> list[str]:
        if node in path:
            return [*path[path.index(node) :], node]
        if node in done:
            return []
        path.append(node)
        found = next((cycle for other in sorted(graph.get(node, ())) if (cycle := visit(other))), [])
        path.pop()
        done.add(node)
        return found

    return next((cycle for node in sorted(graph) if (cycle := visit(node))), [])


def test_modules_import_each_other_in_no_cycle() -> None:
    assert not _cycle(GRAPH)


def test_directories_import_each_other_in_no_cycle() -> None:
    units: dict[str, set[str]] = defaultdict(set)
    for name, others in GRAPH.items():
        units[_unit(name)] |= {_unit(other) for other in others} - {_unit(name)}
    assert not _cycle(units)


def test_the_cycle_search_finds_a_cycle() -> None:
    assert _cycle({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == ["b", "c", "b"]
    assert _cycle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


@pytest.mark.parametrize("package", LAYERS)
def test_layers_import_downwards_only(package: str) -> None:
    rows = [row.split() for row in LAYERS[package].strip().splitlines()]
    rank = {unit: number for number, row in enumerate(rows) for unit in row}

    def unit(name: str) -> str:
        parts = name.removeprefix(f"{package}.").split(".")
        nested = ".".join(parts[:2])
        return nested if nested in rank else parts[0]

    inside = [name for name in MODULES if name.startswith(f"{package}.")]
    assert {unit(name) for name in inside} == set(rank), "every module or sub-package has a place in LAYERS"
    wrong = [
        f"{name} imports {other}"
        for name in inside
        for other in GRAPH[name]
        if other.startswith(f"{package}.") and unit(other) != unit(name) and rank[unit(other)] >= rank[unit(name)]
    ]
    assert not wrong


def test_services_of_the_backend_import_no_other_service() -> None:
    def service(name: str) -> str:
        parts = name.split(".")
        return parts[2] if name.startswith("balai.backend.") and parts[2] in SERVICES else ""

    wrong = [
        f"{name} imports {other}"
        for name, others in GRAPH.items()
        for other in others
        if service(name) and service(other) and service(name) != service(other)
    ]
    assert not wrong


def test_the_site_does_not_import_the_backend() -> None:
    wrong = [
        f"{name} imports {other}"
        for name, others in GRAPH.items()
        for other in others
        if name.startswith("balai.site") and other.startswith("balai.backend")
    ]
    assert not wrong


def test_directories_stay_small() -> None:
    for folder in {path.parent for path in FILES}:
        modules = [path.name for path in folder.glob("*.py") if path.name != "__init__.py"]
        assert len(modules) <= MAX_MODULES, f"{folder.relative_to(ROOT)} has {len(modules)} modules"
    top = [path.name for path in (ROOT / "balai").iterdir() if path.name not in {"__init__.py", "__pycache__"}]
    assert len(top) <= MAX_TOP_LEVEL, sorted(top)
