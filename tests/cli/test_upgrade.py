"""`balai upgrade` on a running site, with wheels of this checkout: success, broken versions, kills, return."""

import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import httpx
import pytest

from balai.cli.upgrade.place import Place, order_of
from balai.cli.upgrade.trial import take_over
from balai.database.embedded import EmbeddedPostgres
from balai.security.tokens import api_keys
from tests.cli.test_serve import Program
from tests.conftest import choose_folder
from tests.support.program import SECRET, without_settings
from tests.support.wheels import write_wheel

MIGRATION = "balai/database/schema/site/versions/9998_upgrade_of_tests.sql"
RELEASE = {"balai/database/schema/RELEASE": "2 of-tests\n"}
CREATE = "create table balai.upgraded (id integer);\n"
BROKEN = {
    "migration": {MIGRATION: f"{CREATE}select 1 / 0;\n"},
    "start": {MIGRATION: CREATE, "balai/server/worker.py": "raise SystemExit(3)\n"},
}
BROKEN_PAGE = {"balai/site/loaders/home.py": "+\n\nasync def load_home(*_):\n    raise ValueError\n"}
# Rows that the site's own jobs do not write.
ROWS = """
select (select jsonb_agg(to_jsonb(u) order by id) from auth.users u)::text
  || (select jsonb_agg(to_jsonb(p) order by id) from public.profiles p)::text
"""
IS_UPGRADED = "select to_regclass('balai.upgraded') is not null"


class Instance(Program):
    """A site that runs the checkout."""

    def upgrade(self, wheel: Path, **settings: str) -> subprocess.Popen[str]:
        own = {"BALAI_DATA_DIR": str(self.data), "PIP_NO_INDEX": "1", "PIP_NO_COMPILE": "1"}
        return subprocess.Popen(
            [sys.executable, "-m", "balai.cli", "upgrade", "--wheel", str(wheel)],
            env=without_settings() | own | settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def add_user(self) -> None:
        key = api_keys(SECRET).service_role
        headers = {"apikey": key, "authorization": f"Bearer {key}"}
        new = {"email": f"{time.monotonic_ns()}@example.org", "email_confirm": True}
        assert httpx.post(f"{self.url}/auth/v1/admin/users", json=new, headers=headers).status_code == 200

    def read(self, query: str) -> object:
        return asyncio.run(_read(EmbeddedPostgres(self.data).url, query))

    @property
    def pid(self) -> int:
        assert self._running is not None
        return self._running.pid

    def prefix(self) -> Path:
        """The environment whose program runs."""
        return Path(Path(f"/proc/{self.pid}/cmdline").read_text().split("\0")[0]).parents[1]


async def _read(url: str, query: str) -> object:
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetchval(query)
    finally:
        await connection.close()


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="balai-test-", dir=choose_folder()) as name:
        yield Path(name)


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[Instance]:
    instance = Instance(folder / "site")
    instance.run("serve", BALAI_JWT_SECRET=SECRET, BALAI_BACKUPS="off")
    instance.wait_until_open()
    yield instance
    instance.stop()


@pytest.mark.parametrize("part", BROKEN)
def test_a_broken_version_leaves_the_old_one(site: Instance, tmp_path: Path, part: str) -> None:
    site.add_user()
    rows = site.read(ROWS)
    upgrade = site.upgrade(write_wheel(tmp_path, "0.3.0", {**RELEASE, **BROKEN[part]}))
    output, _ = upgrade.communicate(timeout=120)
    assert upgrade.returncode == 1, output
    assert "BAD " in output and "returned: 0.1.0" in output and "Traceback" not in output
    site.wait_until_open()
    assert httpx.get(f"{site.url}/vi").status_code == 200
    assert site.prefix() == Path(sys.executable).parents[1]
    assert site.read(ROWS) == rows
    assert not site.read(IS_UPGRADED)
    place = Place(site.data)
    assert not place.trial.exists() and not place.journal.exists() and not (place.versions / "0.3.0").exists()


def test_killed_upgrades_are_undone_and_the_next_one_succeeds(site: Instance, tmp_path: Path) -> None:
    site.add_user()
    rows = site.read(ROWS)
    wheel = write_wheel(tmp_path, "0.2.0", {**RELEASE, MIGRATION: f"select pg_sleep(2);\n{CREATE}"})
    for last in ("copied", "migrated"):
        upgrade = site.upgrade(wheel)
        assert upgrade.stdout is not None
        assert any(f" {last}:" in line for line in upgrade.stdout)
        time.sleep(0.5)
        upgrade.kill()
        upgrade.communicate()
        # The server ends it: it waits for the programs of the upgrade, and goes on with the old version.
        site.wait_until_open()
        assert site.prefix() == Path(sys.executable).parents[1]
        assert site.read(ROWS) == rows
        assert not site.read(IS_UPGRADED)

    upgrade = site.upgrade(wheel)
    output, _ = upgrade.communicate(timeout=120)
    assert upgrade.returncode == 0, output
    assert f"process {site.pid} runs 0.2.0" in output
    site.wait_until_open()
    assert httpx.get(f"{site.url}/vi").status_code == 200
    assert site.prefix() == Place(site.data).versions / "0.2.0"
    assert site.read(ROWS) == rows
    assert site.read(IS_UPGRADED)
    # The command that was installed first runs the new version.
    command = [sys.executable, "-m", "balai.cli", "--version"]
    environment = without_settings() | {"BALAI_DATA_DIR": str(site.data)}
    assert subprocess.run(command, env=environment, capture_output=True, text=True).stdout == "balai 0.2.0\n"
    # Of all upgrades so far, the failed ones included.
    assert len(list((site.data / "backups").glob("before-upgrade-*.tar"))) == 3


async def test_a_database_outside_is_tried_as_a_copy(database: str, folder: Path, tmp_path: Path) -> None:
    instance = Instance(folder / "data")
    instance.data.mkdir()
    for part, code in ((BROKEN_PAGE, 1), ({}, 0)):
        wheel = write_wheel(tmp_path, "0.2.0", {**RELEASE, MIGRATION: CREATE, **part})
        upgrade = instance.upgrade(wheel, BALAI_DATABASE_URL=database, BALAI_JWT_SECRET=SECRET)
        output, _ = upgrade.communicate(timeout=120)
        assert upgrade.returncode == code, output
        assert ("/en answers with status 500" in output) is bool(code)
        assert await _read(database, IS_UPGRADED) is not bool(code)
        assert not await _read(database, "select count(*) from pg_database where datname like 'balai_upgrade_%'")
    assert Place(instance.data).current_version() == "0.2.0"

    # The second node, while the first one uses the database.
    second = Instance(folder / "second")
    second.data.mkdir()
    connection = await asyncpg.connect(database)
    upgrade = second.upgrade(wheel, BALAI_DATABASE_URL=database, BALAI_JWT_SECRET=SECRET)
    output, _ = upgrade.communicate(timeout=120)
    assert upgrade.returncode == 0, output
    await connection.close()
    assert Place(second.data).current_version() == "0.2.0"


def test_files_that_are_no_upgrade_are_named(site: Instance, tmp_path: Path) -> None:
    (tmp_path / "broken.whl").write_bytes(b"PK")
    write_wheel(tmp_path, "0.4.0", {})
    command = [sys.executable, "-m", "balai.cli", "upgrade", "--check", "--to", "0.4.0"]
    index = {"BALAI_DATA_DIR": str(site.data), "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(tmp_path)}
    check = subprocess.run(command, env=without_settings() | index, capture_output=True, text=True)
    assert "pause the running server" in check.stdout and not check.stderr
    wheels = [tmp_path / "broken.whl", tmp_path / "none.whl", write_wheel(tmp_path, "0.0.9", {})]
    for wheel, said in zip(wheels, ("not a package", "There is no file", "older than this one"), strict=True):
        output, _ = site.upgrade(wheel).communicate(timeout=60)
        assert said in output and "Traceback" not in output
    assert order_of("1.0rc1") < order_of("1.0") == order_of("1.0.0") < order_of("1.0.post1") < order_of("1.10")


@pytest.mark.parametrize("done", [0, 1, 2])
def test_an_interrupted_exchange_of_the_folders_is_completed(tmp_path: Path, done: int) -> None:
    place = Place(tmp_path)
    for folder, text in ((place.cluster, "old"), (place.trial / "postgres", "new")):
        folder.mkdir(parents=True)
        (folder / "PG_VERSION").write_text(text)
    if done > 0:
        place.cluster.rename(place.replaced)
    if done > 1:
        (place.trial / "postgres").rename(place.cluster)
    take_over(place)
    take_over(place)
    assert (place.cluster / "PG_VERSION").read_text() == "new"
    assert (place.replaced / "PG_VERSION").read_text() == "old"
