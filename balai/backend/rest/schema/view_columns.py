"""Finds the table column that each column of a view shows, from the view's stored query tree.

PostgreSQL's parser stores for every output column the table and column that it was copied from (`resorigtbl`,
`resorigcol`). The stored form is nested braces; only the output of the outermost query counts.
"""

import re

Origin = tuple[int, int]  # oid of the relation, number of its column

_MARK = re.compile(
    r"\\.|[{}]|:targetList\b|:resno (\d+)|:resorigtbl (\d+)|:resorigcol (\d+)|:[a-z]\w*", re.DOTALL | re.I
)
_QUERY_DEPTH, _TARGET_DEPTH = 1, 2


def trace_view(tree: str) -> dict[int, Origin]:
    """Returns output column number → the column it was copied from; computed columns are absent."""
    origins: dict[int, Origin] = {}
    depth, is_output, number, table = 0, False, 0, 0
    for mark in _MARK.finditer(tree):
        sign = mark[0]
        if sign == "{":
            depth += 1
        elif sign == "}":
            depth -= 1
        elif depth == _QUERY_DEPTH:
            is_output = sign == ":targetList"
        elif depth == _TARGET_DEPTH and is_output:
            if mark[1] is not None:
                number = int(mark[1])
            elif mark[2] is not None:
                table = int(mark[2])
            elif mark[3] is not None and table:
                origins[number] = (table, int(mark[3]))
    return origins
