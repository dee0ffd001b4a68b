"""Storage with the unmodified JavaScript clients; the checks are in storage.mjs and resumable.mjs."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.clients.conftest import Hall

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("script", "checks"), [("storage.mjs", 10), ("resumable.mjs", 3)])
def test_javascript_clients(hall: Hall, script: str, checks: int) -> None:
    addresses = {"URL_": hall.url, "ANON": hall.anon_key, "SERVICE": hall.service_key, "WEB": str(ROOT / "web")}
    command = ["node", Path(__file__).with_name(script)]
    done = subprocess.run(command, env=os.environ | addresses, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("ok ") == checks
