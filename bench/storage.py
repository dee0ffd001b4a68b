"""Objects: a download against a static file of the same server, an upload against a plain write of the bytes."""

import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from balai.security.tokens import api_keys
from bench.program import SECRET, Program, program
from bench.row import Row

DOWNLOAD = 1024 * 1024
UPLOAD = 50 * 1024 * 1024
ROUNDS = range(7)
UPLOAD_ROUNDS = range(20)
SECONDS = 1.0


def measure() -> Iterator[Row]:
    """Measure both on one instance with the built-in database and its folder of objects."""
    with program() as instance:
        instance.start()
        service = {"Authorization": f"Bearer {api_keys(SECRET).service_role}"}
        with httpx.Client(base_url=f"{instance.url}/storage/v1", headers=service, timeout=60) as client:
            client.post("/bucket", json={"name": "bench", "public": True}).raise_for_status()
            client.post("/object/bench/one", content=os.urandom(DOWNLOAD)).raise_for_status()
        yield _download(instance)
        yield _upload(instance, service["Authorization"])


def _download(instance: Program) -> Row:
    with tempfile.TemporaryDirectory(dir=instance.data) as folder:
        (Path(folder) / "one").write_bytes(os.urandom(DOWNLOAD))
        with _static(Path(folder)) as static:
            urls = (f"{instance.url}/storage/v1/object/public/bench/one", f"{static}/files/one")
            pairs = [tuple(_download_rate(url) for url in urls) for _ in ROUNDS]
    ours, theirs = (statistics.median(rates) / 1e6 for rates in zip(*pairs, strict=True))
    name = "download of a 1 MB object ÷ the same server sending a static file, bytes/s"
    return Row(name, ours / theirs, 0.7, "higher", f"{ours:,.0f} and {theirs:,.0f} MB/s")


def _download_rate(url: str) -> float:
    """Return the bytes per second of one connection with sequential requests."""
    parts = urlsplit(url)
    request = f"GET {parts.path} HTTP/1.1\r\nhost: {parts.netloc}\r\n\r\n".encode()
    buffer = bytearray(256 * 1024)
    with socket.create_connection((parts.hostname or "", parts.port or 80)) as connection:
        count, started = 0, time.perf_counter()
        while (elapsed := time.perf_counter() - started) < SECONDS:
            connection.sendall(request)
            left = DOWNLOAD
            headers = b""
            while b"\r\n\r\n" not in headers:
                headers += connection.recv(65536)
            left -= len(headers.partition(b"\r\n\r\n")[2])
            while left > 0:
                left -= connection.recv_into(buffer)
            count += DOWNLOAD
    return count / elapsed


def _upload(instance: Program, authorization: str) -> Row:
    data = os.urandom(UPLOAD)
    pairs = [
        (_plain_write_seconds(instance.data / "plain", data), _upload_seconds(instance, authorization, data))
        for _ in UPLOAD_ROUNDS
    ]
    # Other disk activity only adds time, to both.
    plain, ours = (min(times) for times in zip(*pairs, strict=True))
    detail = f"{ours * 1000:,.0f} and {plain * 1000:,.0f} ms"
    return Row("upload of 50 MB ÷ plain write + fsync of the same bytes, bytes/s", plain / ours, 0.4, "higher", detail)


def _plain_write_seconds(file: Path, data: bytes) -> float:
    started = time.perf_counter()
    with file.open("wb", buffering=0) as output:
        rest = memoryview(data)
        while rest:
            rest = rest[output.write(rest) :]
        os.fsync(output.fileno())
    elapsed = time.perf_counter() - started
    file.unlink()
    return elapsed


def _upload_seconds(instance: Program, authorization: str, data: bytes) -> float:
    parts = urlsplit(instance.url)
    headers = (
        f"PUT /storage/v1/object/bench/large HTTP/1.1\r\nhost: {parts.netloc}\r\nauthorization: {authorization}\r\n"
        f"content-type: application/zip\r\ncontent-length: {len(data)}\r\n\r\n"
    )
    with socket.create_connection((parts.hostname or "", parts.port or 80)) as connection:
        started = time.perf_counter()
        connection.sendall(headers.encode())
        connection.sendall(data)
        response = connection.recv(65536)
        elapsed = time.perf_counter() - started
    if not response.startswith(b"HTTP/1.1 200"):
        raise RuntimeError(response.decode())
    return elapsed


@contextmanager
def _static(folder: Path) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    server = subprocess.Popen([sys.executable, "-m", "bench.static_file", str(port), str(folder)])
    url = f"http://127.0.0.1:{port}"
    try:
        until = time.monotonic() + 30
        while time.monotonic() < until:
            try:
                if httpx.get(f"{url}/files/one").status_code == 200:
                    break
            except httpx.TransportError:
                time.sleep(0.02)
        yield url
    finally:
        server.terminate()
        server.wait(30)
