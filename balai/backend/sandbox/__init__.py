"""Work that must not take the server down with it: processes of its own, with a limit of time and of memory.

`pool.py` keeps such processes warm, `process.py` speaks with one, `child.py` is what runs in it.
"""
