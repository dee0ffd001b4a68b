"""`/healthz` reports whether every service can reach the database."""

from typing import Any

from prometheus_client import CollectorRegistry

from balai.database.pipeline.pool import PipelinePool
from balai.database.pool import Pool
from balai.server.health import HealthApplication
from balai.server.metrics import RequestMetrics


async def status_of(application: HealthApplication) -> int:
    messages: list[Any] = []

    async def send(message: Any) -> None:
        messages.append(message)

    await application({"path": "/healthz", "headers": []}, lambda: None, send)  # type: ignore[arg-type]
    return int(messages[0]["status"])


async def test_each_pool_of_connections_is_checked(pool: Pool, database: str) -> None:
    metrics = RequestMetrics(CollectorRegistry())
    reachable, unreachable = PipelinePool(database), PipelinePool("postgresql://127.0.0.1:1/none")
    assert await status_of(HealthApplication(pool, reachable, metrics)) == 200
    assert await status_of(HealthApplication(pool, unreachable, metrics)) == 503
    await reachable.close()
