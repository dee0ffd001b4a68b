"""Helpers of the tests of reads: a request with its expected status, and the ids of the books found."""

import httpx


async def get(client: httpx.AsyncClient, path: str, status: int = 200, **headers: str) -> httpx.Response:
    """Sends a GET and asserts its status."""
    response = await client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    assert response.status_code == status, f"{path} → {response.status_code} {response.text}"
    return response


async def book_ids(client: httpx.AsyncClient, query: str) -> list[int]:
    """The ids of the books that a query finds."""
    response = await get(client, f"/books?select=id&order=id&{query}")
    return [row["id"] for row in response.json()]
