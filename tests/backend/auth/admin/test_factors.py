"""/admin/users/{id}/factors: administration of a user's MFA factors."""

from uuid import uuid4

from tests.backend.auth.mfa.test_factors import assert_error, enroll, with_factor
from tests.backend.auth.service import Service


async def test_list_update_and_delete_factors(service: Service) -> None:
    session, factor, _ = await with_factor(service)
    other = (await enroll(service, session, friendly_name="spare")).json()["id"]
    path = f"/admin/users/{session['user']['id']}/factors"
    headers = {**service.admin, "X-Supabase-Api-Version": "2024-01-01"}
    listed = (await service.http.get(path, headers=headers)).json()
    assert [(entry["id"], entry["status"]) for entry in listed] == [(factor, "verified"), (other, "unverified")]
    assert not [entry for entry in listed if "secret" in entry]
    renamed = await service.http.put(f"{path}/{factor}", json={"friendly_name": "lost phone"}, headers=headers)
    assert renamed.json()["friendly_name"] == "lost phone"
    clash = await service.http.put(f"{path}/{factor}", json={"friendly_name": "spare"}, headers=headers)
    assert_error(clash, 422, "mfa_factor_name_conflict")
    deleted = await service.http.delete(f"{path}/{factor}", headers=headers)
    assert deleted.json()["id"] == factor
    # The session that was verified with it is aal1 again, so the unverified spare factor cannot be verified by it.
    level = await service.pool.fetchval("select aal::text from auth.sessions where user_id = $1", session["user"]["id"])
    assert level == "aal1"
    assert_error(await service.http.delete(f"{path}/{factor}", headers=headers), 404, "mfa_factor_not_found")
    bad = await service.http.delete(f"{path}/x", headers=headers)
    assert_error(bad, 404, "validation_failed", "factor_id must be an UUID")
    bad = await service.http.get("/admin/users/x/factors", headers=headers)
    assert_error(bad, 404, "validation_failed", "user_id must be an UUID")
    assert_error(await service.http.get(f"/admin/users/{uuid4()}/factors", headers=headers), 404, "user_not_found")
    none = await service.member("tan@example.org")
    assert (await service.http.get(f"/admin/users/{none['user']['id']}/factors", headers=headers)).json() == []
