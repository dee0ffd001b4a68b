"""Says what came."""

from balai.functions import Request, Response


async def handle(request: Request) -> Response:
    body = await request.body()
    return Response(
        {
            "method": request.method,
            "path": request.path,
            "query": request.query,
            "type": request.headers.get("content-type"),
            "region": request.headers.get("x-region"),
            "role": (request.claims or {}).get("role"),
            "sub": (request.claims or {}).get("sub"),
            "body": body.decode("utf-8", "replace"),
        },
        headers={"X-Made-By": "echo"},
    )
