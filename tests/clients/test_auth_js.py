"""Auth with the unmodified JavaScript client; the checks are in auth.mjs."""

import os
import subprocess
from pathlib import Path

from tests.clients.conftest import Instance

ROOT = Path(__file__).parents[2]


def test_javascript_client(instance: Instance) -> None:
    environment = {
        **os.environ,
        "URL_": instance.url,
        "ANON": instance.anon_key,
        "SERVICE": instance.service_key,
        "WEB": str(ROOT / "web"),
    }
    script = Path(__file__).with_name("auth.mjs")
    done = subprocess.run(["node", script], env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("ok ") == 15
