"""PostgreSQL's errors as HTTP responses: every class of SQLSTATE, and errors that functions raise on purpose."""

import httpx
import pytest

from balai.backend.rest.errors import status_of

STATES = {
    "08006": 503, "09000": 500, "0L000": 403, "0P000": 403, "23503": 409, "23505": 409, "23514": 400, "25006": 405,
    "25P02": 500, "28P01": 403, "2D000": 500, "38000": 500, "39000": 500, "3B000": 500, "40001": 500, "53400": 500,
    "53300": 503, "54001": 500, "55000": 500, "57P01": 503, "57014": 500, "58030": 500, "F0000": 500, "HV000": 500,
    "P0001": 400, "P0002": 500, "42883": 404, "42P01": 404, "42P17": 500, "XX000": 500, "22P02": 400, "42703": 400,
    "PT402": 402, "PT999": 500, "PTxyz": 500, "21000": 500,
}  # fmt: skip


@pytest.mark.parametrize(("state", "status"), STATES.items())
def test_status_of_each_state(state: str, status: int) -> None:
    assert status_of(state, "message", is_anonymous=False) == status


def test_states_that_depend_on_more() -> None:
    assert status_of("42501", "", is_anonymous=True) == 401
    assert status_of("42501", "", is_anonymous=False) == 403
    assert status_of("21000", "UPDATE requires a WHERE clause", is_anonymous=True) == 400
    assert status_of("22023", 'role "x" does not exist', is_anonymous=False) == 401
    assert status_of("42883", "function xmlagg(x) does not exist", is_anonymous=False) == 406


@pytest.mark.parametrize("state", ["53100", "53200", "58030", "58P01", "XX000", "XX001"])
async def test_errors_of_the_server_name_no_files(client: httpx.AsyncClient, state: str) -> None:
    path = 'could not extend file "base/16384/2619": No space left on device'
    response = await client.post(
        "/rpc/fail_with", json={"state": state, "message": path, "detail": path, "hint": "Check free disk space."}
    )
    assert response.json()["code"] == state
    assert "16384" not in response.text
    assert "disk" not in response.text
    assert response.status_code == (503 if state.startswith("53") else 500)


async def test_a_function_raises_its_own_status(client: httpx.AsyncClient) -> None:
    raised = {"state": "PT409", "message": "Full", "detail": "full", "hint": "Later"}
    response = await client.post("/rpc/fail_with", json=raised)
    assert response.status_code == 409
    assert response.json() == {"code": "PT409", "message": "Full", "details": "full", "hint": "Later"}
    assert response.headers["proxy-status"] == "PostgREST; error=PT409"
    assert response.headers["content-type"] == "application/json; charset=utf-8"


async def test_a_function_raises_a_whole_response(client: httpx.AsyncClient) -> None:
    message = '{"code": "my1", "message": "No", "details": "d", "hint": "h"}'
    detail = '{"status": 418, "headers": {"X-Pot": "tea"}}'
    raised = {"state": "PGRST", "message": message, "detail": detail, "hint": "none"}
    response = await client.post("/rpc/fail_with", json=raised)
    assert (response.status_code, response.headers["x-pot"]) == (418, "tea")
    assert response.json() == {"code": "my1", "message": "No", "details": "d", "hint": "h"}
    split = raised | {
        "message": '{"code": "a\\r\\nX-Evil: 1", "message": "m"}',
        "detail": detail.replace("tea", "a\\nb"),
    }
    injected = await client.post("/rpc/fail_with", json=split)
    assert injected.status_code == 418
    assert not {"x-evil", "x-pot", "proxy-status"} & injected.headers.keys()
    broken = await client.post("/rpc/fail_with", json=raised | {"message": "no json"})
    assert (broken.status_code, broken.json()["code"]) == (500, "PGRST121")
