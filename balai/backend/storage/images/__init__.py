"""Pictures: in the size that is wanted (contract 11), and stored without what they tell of their makers.

`wanted.py` reads what a request asks for, `drawing.py` makes it inside the sandbox, `renderer.py` sends work there and
keeps results on disk. `metadata.py` takes locations and names out of a file without touching its picture.
"""
