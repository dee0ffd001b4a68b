"""The baseline of a download: the same server sending a file with the framework's static file handler.

`python -m bench.static_file PORT FOLDER` serves the folder at /files.
"""

import sys

import uvicorn
import uvloop
from litestar import Litestar
from litestar.static_files import create_static_files_router

from balai.server.worker import server_config
from balai.settings import load_settings


def main() -> None:
    """Serve until terminated."""
    router = create_static_files_router(path="/files", directories=[sys.argv[2]])
    config = server_config(load_settings({}), Litestar([router], openapi_config=None, logging_config=None))
    config.port = int(sys.argv[1])
    uvloop.run(uvicorn.Server(config).serve())


if __name__ == "__main__":
    main()
