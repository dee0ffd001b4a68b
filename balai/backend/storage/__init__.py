"""Buckets and objects over the wire, under the row policies of `storage.buckets` and `storage.objects`.

`application.py` is the wire, `routes.py` the table of contents, a module for each thing that can be done. Rows say what
there is; the bytes of a version lie in `blobs`. For whoever needs an object's bytes: `reading.find_object`.
"""
