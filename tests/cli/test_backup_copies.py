"""Encrypted copies of backups in a bucket of a real S3 server: copied once, restored with the private key alone."""

import asyncio
import dataclasses
from datetime import UTC, datetime, timedelta
from pathlib import Path

import obstore
import pytest

from balai.backend.storage.blobs.s3 import open_bucket
from balai.cli.backup.copies import copy_backup, fetch_backup
from balai.cli.backup.encryption import decrypted, generate_key
from balai.cli.backup.restore import restore_backup
from balai.database.pool import Pool, open_pool
from balai.errors import StartError
from balai.jobs.backups.folder import list_names, name_of
from balai.jobs.backups.follow_up import COPY, follow_up
from balai.settings import Settings, load_settings
from tests.backend.storage.blobs.test_s3 import KEYS
from tests.backend.storage.blobs.test_s3 import address as address
from tests.cli.test_backup import empty as empty
from tests.factories.members import Member
from tests.jobs.test_backups import ada as ada
from tests.jobs.test_backups import health, make, of
from tests.jobs.test_backups import settings as settings

PUBLIC, PRIVATE = generate_key()


@pytest.fixture
def copying(settings: Settings, address: str) -> Settings:
    """The settings with a bucket."""
    return dataclasses.replace(
        settings,
        backup_url="s3://files/site",
        backup_recipient=PUBLIC,
        backup_endpoint=address,
        backup_access_key_id=KEYS["accessKey"],
        backup_secret_access_key=KEYS["secretKey"],
    )


@pytest.fixture
def key(tmp_path: Path) -> Path:
    file = tmp_path / "key.txt"
    file.write_text(f"# of the clinic\n{PRIVATE}\n")
    return file


async def copy(pool: Pool, settings: Settings) -> None:
    await follow_up(pool, settings, settings.database_url, COPY)


async def test_newest_backup_is_copied_once_and_restored_with_the_key(
    pool: Pool, copying: Settings, ada: Member, key: Path, empty: str, tmp_path: Path
) -> None:
    store = open_bucket(
        "s3://files/site",
        endpoint=copying.backup_endpoint,
        region="us-east-1",
        access_key_id=KEYS["accessKey"],
        secret_access_key=KEYS["secretKey"],
    )
    old = [name_of(datetime.now(UTC) - timedelta(days=days)) + ".age" for days in range(1, 80)]
    for name in (*old, "photo.age"):
        obstore.put(store, name, b"earlier")
    assert of(await health(pool, copying, ada), "backup_copy") == ("good", "copy_planned")
    await pool.execute("insert into public.backups default values")
    await make(pool, copying)
    await asyncio.gather(copy(pool, copying), copy(pool, copying))
    assert of(await health(pool, copying, ada), "backup_copy") == ("good", "copy_made")
    copied_at = await pool.fetchval("select copied_at from public.backups")
    await copy(pool, copying)
    assert await pool.fetchval("select copied_at from public.backups") == copied_at

    (name,) = list_names(copying.data_dir / "backups")
    stored = {entry["path"] for batch in obstore.list(store) for entry in batch}
    # Seven days and four weeks of copies, and another file.
    assert {f"{name}.age", old[0], "photo.age"} <= stored and 9 <= len(stored) <= 12

    there = tmp_path / "there"
    there.mkdir()
    with pytest.raises(StartError, match="no copy other"):
        fetch_backup(copying, "other", there)
    assert f"{name}.age" in fetch_backup(copying, None, there)
    file = there / f"{name}.age"
    assert b"database.dump" not in file.read_bytes() and file.stat().st_size > 100_000
    target = dataclasses.replace(copying, database_url=empty, data_dir=there)
    with decrypted(file, key) as plain:
        await restore_backup(target, plain)
    restored = await open_pool(empty, size=2)
    assert await restored.fetchval("select display_name from public.profiles where id = $1", ada.id) == "Ada"
    await restored.close()
    assert sorted(path.name for path in there.iterdir() if path.name.startswith((".", "balai"))) == [file.name]


def test_without_the_key_or_with_damage_nothing_is_decrypted(
    copying: Settings, address: str, key: Path, tmp_path: Path
) -> None:
    (tmp_path / name_of(datetime.now(UTC))).write_bytes(b"a backup" * 50_000)
    copy_backup(copying, next(tmp_path.glob("balai-backup-*")))
    there = tmp_path / "there"
    there.mkdir()
    fetch_backup(copying, None, there)
    (file,) = there.iterdir()
    (other := tmp_path / "other.txt").write_text(generate_key()[1])
    (empty := tmp_path / "empty.txt").touch()
    whole = file.read_bytes()
    for given, content, error in (
        (None, whole, "is encrypted"),
        (empty, whole, "contains no private key"),
        (tmp_path / "none.txt", whole, "cannot be read"),
        (other, whole, "for another key"),
        (key, whole[:-1000], "cannot be decrypted"),
        (key, b"", "damaged"),
    ):
        file.write_bytes(content)
        with pytest.raises(StartError, match=error), decrypted(file, given):
            pass
    assert list(there.iterdir()) == [file]


async def test_failed_copy_is_shown_and_repeated(pool: Pool, copying: Settings, ada: Member, tmp_path: Path) -> None:
    # A file that cannot be read to its end leaves no copy.
    with pytest.raises(StartError, match="failed"):
        copy_backup(copying, Path("/proc/self/mem"))
    with pytest.raises(StartError, match=r"no copy mem\.age"):
        fetch_backup(copying, "mem.age", tmp_path)
    wrong = dataclasses.replace(copying, backup_secret_access_key="another")
    await pool.execute("insert into public.backups default values")
    await make(pool, copying)
    for given in (wrong, copying):
        await copy(pool, given)
        assert of(await health(pool, copying, ada), "backup_copy") == ("problem", "copy_failed")
    assert KEYS["secretKey"] not in await pool.fetchval("select copy_error from public.backups")
    await pool.execute("update public.backups set copy_began_at = now() - interval '61 minutes'")
    await copy(pool, copying)
    assert of(await health(pool, copying, ada), "backup_copy") == ("good", "copy_made")


def test_copies_need_a_public_key() -> None:
    url = {"BALAI_BACKUP_URL": "s3://files/site"}
    with pytest.raises(StartError, match="BALAI_BACKUP_RECIPIENT is empty"):
        load_settings(url)
    with pytest.raises(StartError, match="begins with age1"):
        load_settings(url | {"BALAI_BACKUP_RECIPIENT": PRIVATE})
    assert load_settings(url | {"BALAI_BACKUP_RECIPIENT": PUBLIC}).backup_recipient == PUBLIC
