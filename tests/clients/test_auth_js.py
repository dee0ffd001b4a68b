"""Auth with the unmodified JavaScript client; the checks are in auth.mjs."""

import os
import subprocess
from pathlib import Path

from tests.clients.conftest import Hall

ROOT = Path(__file__).parents[2]


def test_javascript_client(hall: Hall) -> None:
    environment = {
        **os.environ,
        "URL_": hall.url,
        "ANON": hall.anon_key,
        "SERVICE": hall.service_key,
        "WEB": str(ROOT / "web"),
    }
    script = Path(__file__).with_name("auth.mjs")
    done = subprocess.run(["node", script], env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("ok ") == 15
