"""Local paths, by the table that the browser's code is tested with as well (`web/lib/address.test.ts`)."""

import json
from pathlib import Path

import pytest

from balai.http.local_path import is_local_path

TABLE = json.loads((Path(__file__).parents[1] / "support/local_paths.json").read_text())


@pytest.mark.parametrize("path", TABLE["local"])
def test_paths_of_this_site_are_local(path: str) -> None:
    assert is_local_path(path)


@pytest.mark.parametrize("path", TABLE["foreign"])
def test_hostile_paths_are_not_local(path: str) -> None:
    assert not is_local_path(path)
