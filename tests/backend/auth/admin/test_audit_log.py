"""GET /admin/audit: pages and filters of the audit log."""

from tests.backend.auth.mfa.test_factors import assert_error
from tests.backend.auth.service import Service, bearer


async def test_audit_log_is_paginated_and_filtered(service: Service) -> None:
    await service.member()
    service.wait(seconds=1)
    await service.member("tan_@example.org")
    headers = {**service.admin, "X-Supabase-Api-Version": "2024-01-01"}
    response = await service.http.get("/admin/audit?page=1&per_page=1", headers=headers)
    (entry,) = response.json()
    assert entry["payload"]["actor_username"] == "tan_@example.org" and entry["payload"]["action"] == "login"
    assert entry["ip_address"] == "127.0.0.1" and entry["created_at"]
    assert response.headers["x-total-count"] == "4"
    assert response.headers["link"] == (
        '</admin/audit?page=2&per_page=1>; rel="next", </admin/audit?page=4&per_page=1>; rel="last"'
    )
    for query, count in (
        ("author:MEI@", 2),
        ("author:an_@", 2),
        ("author:m_i", 0),
        ("action:login", 2),
        ("type:team", 2),
        ("type:a%t", 0),
    ):
        found = await service.http.get("/admin/audit", params={"query": query}, headers=headers)
        assert len(found.json()) == count, query
    for query in ("smell:x", "author"):
        invalid = await service.http.get("/admin/audit", params={"query": query}, headers=headers)
        assert_error(invalid, 400, "validation_failed", f"Invalid query scope: {query}")
    session = await service.member()
    assert (await service.http.get("/admin/audit", headers=bearer(session))).status_code == 403
