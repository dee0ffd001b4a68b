"""The secret of the data folder: generated once, whatever happens to the first start."""

import resource
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from balai.errors import StartError
from balai.settings import load_settings, with_stored_secret


def secret_of(data: Path) -> str:
    return with_stored_secret(load_settings({}, data_dir=data)).jwt_secret


@contextmanager
def full_disk() -> Iterator[None]:
    """Files can be created, but no byte fits into them."""
    before, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


def test_secret_is_generated_by_the_next_start_after_a_full_disk(tmp_path: Path) -> None:
    with full_disk(), pytest.raises(StartError, match="cannot be written"):
        secret_of(tmp_path)
    generated = secret_of(tmp_path)
    assert len(generated) == 64
    assert secret_of(tmp_path) == generated
    assert (tmp_path / "jwt_secret").stat().st_mode & 0o777 == 0o600


def test_simultaneous_starts_have_the_same_secret(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as threads:
        secrets = set(threads.map(lambda _: secret_of(tmp_path / "data"), range(64)))
    assert len(secrets) == 1
    assert "" not in secrets


def test_read_only_secret_is_read(tmp_path: Path) -> None:
    file = tmp_path / "jwt_secret"
    file.write_text("given by the operator, for this program to read alone\n")
    file.chmod(0o400)
    assert secret_of(tmp_path) == "given by the operator, for this program to read alone"


def test_unknown_name_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(TypeError, match="unknown settings: prot"):
        load_settings({}, prot=8001, port=8000)
