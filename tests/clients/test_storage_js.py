"""Storage with the unmodified JavaScript clients; the checks are in storage.mjs and resumable.mjs."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.clients.conftest import Instance

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("script", "checks"), [("storage.mjs", 10), ("resumable.mjs", 3)])
def test_javascript_clients(instance: Instance, script: str, checks: int) -> None:
    addresses = {
        "URL_": instance.url,
        "ANON": instance.anon_key,
        "SERVICE": instance.service_key,
        "WEB": str(ROOT / "web"),
    }
    command = ["node", Path(__file__).with_name(script)]
    done = subprocess.run(command, env=os.environ | addresses, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("ok ") == checks
