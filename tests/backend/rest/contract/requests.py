"""A row of the contract as one request and its expected response."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest

ANYTHING = object()
OBJECT = "application/vnd.pgrst.object+json"
STRIPPED = "application/vnd.pgrst.array+json;nulls=stripped"
PLAN = "application/vnd.pgrst.plan"
SHOWN = "return=representation"


@dataclass(frozen=True)
class Case:
    """`request` is method and path. Writes are rolled back. An expected object with a `code` is part of an error."""

    section: str
    request: str
    status: int
    expected: Any = ANYTHING
    body: Any = None
    shows: dict[str, str | None] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)


def case(
    section: str,
    request: str,
    status: int = 200,
    expected: Any = ANYTHING,
    body: Any = None,
    shows: dict[str, str | None] | None = None,
    **headers: str,
) -> Case:
    """Builds a case; its request headers are keywords."""
    return Case(
        section, request, status, expected, body, shows or {}, {k.replace("_", "-"): v for k, v in headers.items()}
    )


def each(cases: Iterable[Case]) -> Any:
    """Parametrizes a test by every case."""
    listed = list(cases)
    return pytest.mark.parametrize("case", listed, ids=[f"{one.section} {one.request}" for one in listed])


async def check(client: httpx.AsyncClient, case: Case) -> None:
    """Sends the request and compares the response."""
    method, _, path = case.request.partition(" ")
    headers = dict(case.headers)
    content: bytes | None = None
    if case.body is not None:
        content = case.body.encode() if isinstance(case.body, str) else case.body
        if not isinstance(content, bytes):
            content = json.dumps(content).encode()
        headers.setdefault("content-type", "application/json")
    if method in ("POST", "PATCH", "PUT", "DELETE") and "tx=" not in headers.get("prefer", ""):
        headers["prefer"] = f"{headers['prefer']}, tx=rollback" if "prefer" in headers else "tx=rollback"
    response = await client.request(method, path, content=content, headers=headers)
    assert response.status_code == case.status, response.text
    for name, value in case.shows.items():
        assert response.headers.get(name) == value, name
    if case.expected is not ANYTHING:
        _compare(response, case.expected)


def _compare(response: httpx.Response, expected: Any) -> None:
    if isinstance(expected, str):
        assert response.text == expected
    elif isinstance(expected, bytes):
        assert response.content == expected
    elif isinstance(expected, dict) and "code" in expected:
        error = response.json()
        assert error.keys() == {"code", "message", "details", "hint"}
        assert {name: error[name] for name in expected} == expected
    else:
        assert response.json() == expected
