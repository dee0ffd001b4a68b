"""The supervisor on a machine without free resources."""

import asyncio
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

from balai.server.supervisor import Worker, WorkerConfig
from balai.settings import load_settings

DIES = "raise SystemExit(1)"
SERVES = "import sys; print('ready', flush=True); sys.stdin.read()"


async def test_worker_that_cannot_start_is_retried(tmp_path: Path) -> None:
    stop, serving = asyncio.Event(), asyncio.Event()
    worker = Worker(0, str(tmp_path), serving)
    config = WorkerConfig(settings=load_settings({}), database_url="", socket=0, backend_only=False)
    start, programs = asyncio.create_subprocess_exec, [DIES, None, SERVES]

    async def start_next(*_command: str, **how: Any) -> asyncio.subprocess.Process:
        program = programs.pop(0)
        if program is None:
            raise BlockingIOError("no process can be made")
        return await start(sys.executable, "-c", program, **how)

    with patch("balai.server.supervisor.asyncio.create_subprocess_exec", start_next):
        await worker.start()
        keeping = asyncio.create_task(worker.run(config, stop))
        async with asyncio.timeout(20):
            await serving.wait()
    stop.set()
    await asyncio.gather(keeping, worker.stop())
