"""The example of an app that books: the file in the guide, run with the official client against a whole site."""

import asyncio
import shutil
import uuid
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import httpx

from tests.clients.conftest import Instance

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "guides" / "booking-app.md"
EXAMPLE = GUIDE.with_suffix(".mjs")
WALK = Path(__file__).with_name("booking_app.mjs")
ZONE = "Asia/Ho_Chi_Minh"
PASSWORD = "correct horse battery"
TIMEOUT_S = 60


def make_service(instance: Instance) -> str:
    """A service for one, every day from ten to twelve."""
    service = str(uuid.uuid4())
    key = {"apikey": instance.service_key, "authorization": f"Bearer {instance.service_key}"}
    facts = {"id": service, "slug": f"check-{service[:8]}", "kind": "appointment", "duration_minutes": 60}
    times = [{"service_id": service, "weekday": day, "opens": "10:00", "closes": "12:00"} for day in range(1, 8)]
    rows = {
        "services": [facts | {"time_zone": ZONE, "notice_minutes": 0}],
        "service_texts": [{"service_id": service, "language": "vi", "name": "Khám sức khoẻ"}],
        "service_hours": times,
    }
    for table, values in rows.items():
        httpx.post(f"{instance.url}/rest/v1/{table}", json=values, headers=key).raise_for_status()
    return service


def make_member(instance: Instance) -> str:
    email = f"{uuid.uuid4().hex[:10]}@example.org"
    key = {"apikey": instance.service_key, "authorization": f"Bearer {instance.service_key}"}
    body = {"email": email, "password": PASSWORD, "email_confirm": True, "user_metadata": {"display_name": "Mei"}}
    httpx.post(f"{instance.url}/auth/v1/admin/users", json=body, headers=key).raise_for_status()
    return email


async def test_the_example_books_moves_and_cancels(instance: Instance, tmp_path: Path) -> None:
    # Imports are found from the folder of a file, as in an app of its own.
    (tmp_path / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    for file in (EXAMPLE, WALK):
        shutil.copy(file, tmp_path)
    day = (datetime.now(ZoneInfo(ZONE)) + timedelta(days=3)).date()
    guest = f"{uuid.uuid4().hex[:10]}@example.org"
    given = (instance.url, instance.anon_key, make_service(instance), str(day), make_member(instance), PASSWORD, guest)
    process = await asyncio.create_subprocess_exec(
        *("node", "--experimental-websocket", str(tmp_path / WALK.name), *given),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    assert process.stdin is not None and process.stdout is not None
    lines = []
    async with asyncio.timeout(TIMEOUT_S):
        while line := (await process.stdout.readline()).decode():
            lines.append(line)
            if line.startswith("code for"):
                code = await asyncio.to_thread(instance.emailed_code, guest)
                process.stdin.write(f"{code}\n".encode())
        await process.wait()
    assert (process.returncode, lines[-1:]) == (0, ["done\n"]), "".join(lines)


def test_the_guide_shows_this_file() -> None:
    assert f"```js\n{EXAMPLE.read_text()}```" in GUIDE.read_text()
