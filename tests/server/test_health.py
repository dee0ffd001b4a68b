"""`/healthz` reports whether every service can reach the database."""

from typing import Any

import msgspec
from prometheus_client import CollectorRegistry

from balai.database.pipeline.pool import PipelinePool
from balai.database.pool import Pool
from balai.messaging.email_state import EmailMonitor
from balai.server.health import HealthApplication
from balai.server.metrics import RequestMetrics
from balai.settings import load_settings


async def status_of(application: HealthApplication) -> int:
    return (await answer_of(application))[0]


async def answer_of(application: HealthApplication) -> tuple[int, Any]:
    messages: list[Any] = []

    async def send(message: Any) -> None:
        messages.append(message)

    await application({"path": "/healthz", "headers": []}, lambda: None, send)  # type: ignore[arg-type]
    return int(messages[0]["status"]), msgspec.json.decode(messages[1]["body"])


async def test_each_pool_of_connections_is_checked(pool: Pool, database: str) -> None:
    metrics = RequestMetrics(CollectorRegistry())
    reachable, unreachable = PipelinePool(database), PipelinePool("postgresql://127.0.0.1:1/none")
    assert await status_of(HealthApplication(pool, reachable, metrics)) == 200
    assert await status_of(HealthApplication(pool, unreachable, metrics)) == 503
    await reachable.close()


async def test_emails_that_cannot_leave_are_named(pool: Pool, database: str) -> None:
    metrics, pipelines = RequestMetrics(CollectorRegistry()), PipelinePool(database)
    for values, state in (({}, "off"), ({"BALAI_MAILBOX": "true"}, "ok")):
        emails = EmailMonitor(pool, load_settings(values))
        answer = await answer_of(HealthApplication(pool, pipelines, metrics, emails))
        assert answer == (200, {"status": "ok", "email": state})
    await pipelines.close()
