"""`/functions/v1/{name}`: Python functions that the operator registers (contract B). Each runs in the sandbox.

`registry.py` knows which there are, `application.py` is the wire, `refusals.py` what the relay itself answers.
"""
