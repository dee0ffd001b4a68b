"""The last step of the front end's build: writes `.br` and `.gz` beside every compressible file.

Run as `python -m balai.site.assets.precompress [folder]`.
"""

import gzip
import sys
from pathlib import Path

import brotli

from balai.site.render.compression import MIN_COMPRESSED_BYTES

COMPRESSIBLE = {".js", ".css", ".json", ".svg", ".txt"}


def precompress(static: Path) -> int:
    """Compress every file of a build that gains from it, at the best quality. Returns how many."""
    files = [file for file in (static / "assets").rglob("*") if file.suffix in COMPRESSIBLE]
    large = [file for file in files if file.stat().st_size >= MIN_COMPRESSED_BYTES]
    for file in large:
        plain = file.read_bytes()
        file.with_name(file.name + ".br").write_bytes(brotli.compress(plain, quality=11))
        file.with_name(file.name + ".gz").write_bytes(gzip.compress(plain, compresslevel=9, mtime=0))
    return len(large)


if __name__ == "__main__":
    precompress(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1] / "static")
