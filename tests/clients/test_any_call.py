"""Generated calls to the running program never get a 500.

schemathesis generates the calls: REST describes itself, storage is described by its routes. Each call is sent by a
visitor, by a member and with the service key. `test_any_body.py` does the same for the auth service.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode

from balai.security.tokens import api_keys
from tests.backend.storage.description import describe
from tests.support.program import SECRET, running_program

PERSON = {"email": "mei@example.org", "password": "correct horse battery"}


@dataclass(frozen=True)
class Target:
    """The running program, and the headers of the three callers."""

    url: str
    callers: tuple[dict[str, str], ...]


@pytest.fixture(scope="module")
def target(postgres: str) -> Iterator[Target]:
    with running_program(postgres, BALAI_EMAIL_AUTOCONFIRM="true") as (url, _):
        keys = api_keys(SECRET)
        member = httpx.post(f"{url}/auth/v1/signup", json=PERSON, headers={"apikey": keys.anon}).json()
        tokens = (keys.anon, member["access_token"], keys.service_role)
        callers = tuple({"apikey": keys.anon, "authorization": f"Bearer {token}"} for token in tokens)
        bucket = httpx.post(f"{url}/storage/v1/bucket", json={"name": "hall", "public": True}, headers=callers[2])
        assert bucket.status_code == 200, bucket.text
        yield Target(url, callers)


def send_all(target: Target, prefix: str, document: dict[str, Any], *, examples: int) -> None:
    """Sends `examples` valid and as many invalid calls of each operation, as each of the three callers."""
    quickly = settings(max_examples=examples, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    described = schemathesis.openapi.from_dict(document, config=schemathesis.Config())
    with requests.Session() as wire:
        for found in described.get_all_operations():
            operation = found.ok()
            # Any text is valid in a path; only a body can have an invalid shape.
            is_shaped = any("octet" not in body.media_type for body in operation.body)
            for mode in GenerationMode if is_shaped else [GenerationMode.POSITIVE]:

                @quickly
                @given(case=operation.as_strategy(mode))
                def call(case: schemathesis.Case) -> None:
                    send(case, target, prefix, wire)

                call()


def send(case: schemathesis.Case, target: Target, prefix: str, wire: requests.Session) -> None:
    """Sends a call as each of the three callers."""
    for headers in target.callers:
        response = case.call(base_url=f"{target.url}/{prefix}/v1", headers=headers, session=wire)
        assert response.status_code < 500, (case.as_curl_command(), response.text)


def test_any_call_of_rest(target: Target) -> None:
    document = httpx.get(f"{target.url}/rest/v1/", headers=target.callers[2]).json()
    assert len(document["paths"]) > 100
    send_all(target, "rest", document, examples=1)


def test_any_call_of_storage(target: Target) -> None:
    send_all(target, "storage", describe(), examples=5)
