"""Buckets and objects over HTTP, under the row policies of `storage.buckets` and `storage.objects`.

`application.py` dispatches requests, `routes.py` lists the routes, and each operation has a module of its own. Rows
describe the objects; `blobs/` stores the bytes of each version. Other code reads an object with `objects/find.py`.
"""
