"""Derives every relationship between relations from foreign keys, views and functions.

- A foreign key gives a relationship in both directions.
- Two foreign keys of one table whose columns all belong to its primary key give a many-to-many relationship through it.
- A view that shows all columns of a side stands in for that side.
- A function from one row type to another is a computed relationship.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import product

import msgspec

from balai.backend.rest.rules import QualifiedName
from balai.backend.rest.schema.schema_cache import Function, Junction, Relation, Relationship

Pairs = tuple[tuple[str, str], ...]
Exports = Mapping[int, Mapping[tuple[int, str], list[str]]]


class ForeignKey(msgspec.Struct, frozen=True):
    """A constraint from `child` to `parent` (oids); `pairs` are (child column, parent column)."""

    name: str
    child: int
    parent: int
    pairs: Pairs


def derive_relationships(
    relations: Mapping[int, Relation],
    keys: Iterable[ForeignKey],
    uniques: Mapping[int, list[frozenset[str]]],
    exports: Exports,
    functions: Iterable[Function],
    row_types: Mapping[str, int],
) -> dict[QualifiedName, tuple[Relationship, ...]]:
    """Derives all relationships, by the relation that they start from."""
    forward: list[tuple[Relationship, int]] = []
    for key in keys:
        is_unique = frozenset(child for child, _ in key.pairs) in uniques.get(key.child, [])
        cardinality = "one-to-one" if is_unique else "many-to-one"
        for child, parent, pairs in _sides(key, exports):
            target = relations[parent]
            relationship = Relationship(
                relations[child].key, target.key, cardinality, key.name, pairs, target_is_view=target.is_view
            )
            forward.append((relationship, child))
    relationships = [relationship for relationship, _ in forward]
    relationships += [_inverse(relationship, relations[child].is_view) for relationship, child in forward]
    relationships += _many_to_many([(relationship, relations[child]) for relationship, child in forward])
    computed = _computed(relations, functions, row_types)
    overridden = {(relationship.origin, relationship.function) for relationship in computed}
    grouped: dict[QualifiedName, list[Relationship]] = defaultdict(list)
    for relationship in [
        *(
            relationship
            for relationship in relationships
            if (relationship.origin, relationship.target) not in overridden
        ),
        *computed,
    ]:
        grouped[relationship.origin].append(relationship)
    return {origin: tuple(found) for origin, found in grouped.items()}


def _sides(key: ForeignKey, exports: Exports) -> Iterable[tuple[int, int, Pairs]]:
    """Yields the key between its tables, and between the views that show all columns of one or both sides."""
    children = _shown(key.child, tuple(child for child, _ in key.pairs), exports)
    parents = _shown(key.parent, tuple(parent for _, parent in key.pairs), exports)
    for (child, child_columns), (parent, parent_columns) in product(children, parents):
        yield child, parent, tuple(zip(child_columns, parent_columns, strict=True))


def _shown(table: int, columns: tuple[str, ...], exports: Exports) -> list[tuple[int, tuple[str, ...]]]:
    sides = [(table, columns)]
    for view, shown in exports.items():
        if all((table, column) in shown for column in columns):
            sides += [(view, names) for names in product(*(shown[table, column] for column in columns))]
    return sides


def _inverse(relationship: Relationship, origin_is_view: bool) -> Relationship:
    return Relationship(
        relationship.target,
        relationship.origin,
        "one-to-one" if relationship.cardinality == "one-to-one" else "one-to-many",
        relationship.constraint,
        tuple((parent, child) for child, parent in relationship.pairs),
        target_is_view=origin_is_view,
        is_inverse=True,
    )


def _many_to_many(forward: list[tuple[Relationship, Relation]]) -> list[Relationship]:
    by_junction: dict[QualifiedName, list[tuple[Relationship, Relation]]] = defaultdict(list)
    for relationship, middle in forward:
        by_junction[middle.key].append((relationship, middle))
    found = []
    for key, references in by_junction.items():
        primary = set(references[0][1].primary_key)
        for (left, _), (right, _) in product(references, references):
            columns = {child for child, _ in left.pairs + right.pairs}
            if left.constraint == right.constraint or not columns <= primary:
                continue
            junction = Junction(key, left.pairs, right.pairs, left.constraint, right.constraint)
            found.append(
                Relationship(
                    left.target,
                    right.target,
                    "many-to-many",
                    right.constraint,
                    junction=junction,
                    target_is_view=right.target_is_view,
                )
            )
    return found


def _computed(
    relations: Mapping[int, Relation],
    functions: Iterable[Function],
    row_types: Mapping[str, int],
) -> list[Relationship]:
    relationships = []
    for function in functions:
        if len(function.parameters) != 1 or function.row_of is None:
            continue
        oid = row_types.get(function.parameters[0].type)
        if oid is None:
            continue
        cardinality = "one-to-many" if function.is_to_many else "many-to-one"
        relationships.append(
            Relationship(relations[oid].key, function.row_of, cardinality, function.name, function=function.key)
        )
    return relationships
