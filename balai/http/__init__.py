"""HTTP building blocks over ASGI and uvicorn, and the outgoing client. Imports nothing else of Balai but errors."""
