"""The wheel alone: in an empty environment, without the checkout and without Node, it serves the sample site."""

import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import httpx

from tests.cli.test_serve import Program
from tests.support.program import is_open

ROOT = Path(__file__).parent.parent


def test_wheel_serves_without_the_checkout(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    wheel = next(tmp_path.glob("*.whl"))
    names = zipfile.ZipFile(wheel).namelist()
    assert "balai/site/static/server.js" in names
    assert any(name.startswith("balai/database/schema/site/") for name in names)

    folder = tmp_path / "environment"
    venv.create(folder)
    # Versions of the lock file, as in this run, not the newest.
    pins = re.findall(r"^[\w.-]+==[^\s\\]+(?: ; [^\\\n]+)?", (ROOT / "requirements.lock").read_text(), re.MULTILINE)
    (tmp_path / "pins.txt").write_text("\n".join(pins))
    # This run's pip installs into the environment, which needs none; only the modules that are used get compiled.
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"), "--disable-pip-version-check"]
    install = [*pip, "install", "--quiet", "--no-compile", "-c", str(tmp_path / "pins.txt"), str(wheel)]
    # The tests' certificate authority must not apply here.
    outside = {name: value for name, value in os.environ.items() if name != "SSL_CERT_FILE"}
    subprocess.run(install, env=outside, check=True)

    program = Program(tmp_path / "data")
    environment = {"PATH": str(folder / "bin"), "HOME": str(tmp_path), "BALAI_PORT": str(program.port)}
    environment["BALAI_DATA_DIR"] = str(program.data)
    running = subprocess.Popen([str(folder / "bin" / "balai"), "serve", "--demo"], env=environment, cwd=tmp_path)
    try:
        assert is_open(f"{program.url}/healthz", running)
        page = httpx.get(f"{program.url}/vi", timeout=10)
        assert page.status_code == 200
        assert 'lang="vi"' in page.text
        assert "<main" in page.text
        # The sample content is in the wheel.
        assert "Balai Harmoni" in page.text
    finally:
        running.terminate()
        running.wait(30)
