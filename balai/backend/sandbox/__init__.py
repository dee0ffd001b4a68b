"""Runs work that must not crash the server in separate processes, with limits of time and memory.

`pool.py` keeps idle processes for reuse, `process.py` communicates with one, `worker.py` runs inside it.
"""
