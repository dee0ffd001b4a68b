"""Images: transformed to a requested size (contract 11), and stored without metadata about their authors.

`options.py` reads the request's parameters, `transform.py` runs inside the sandbox, `renderer.py` sends work there and
caches results on disk. `metadata.py` removes locations and names from a file without decoding the image.
"""
