"""`/functions/v1/{name}`: Python functions that the operator registers (contract B). Each runs in the sandbox.

`registry.py` finds functions, `application.py` is the ASGI entry, `errors.py` lists the responses of the relay itself.
"""
