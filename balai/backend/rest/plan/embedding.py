"""Finds the one relationship that an embed means."""

from collections.abc import Mapping, Sequence

from balai.backend.rest.errors import RestError
from balai.backend.rest.plan.hints import MIN_SIMILARITY_OF_KNOWN, find_similar
from balai.backend.rest.request.syntax import Embed
from balai.backend.rest.rules import QualifiedName
from balai.backend.rest.schema.schema_cache import Relation, Relationship


def get_relationship(
    relationships: Mapping[QualifiedName, Sequence[Relationship]],
    origin: Relation,
    embed: Embed,
    schemas: Sequence[str],
) -> Relationship:
    """Returns the relationship from `origin` that `embed` names.

    Raises:
        RestError: PGRST200 if none matches, PGRST201 if several do.
    """
    usable = [
        relationship
        for relationship in relationships.get(origin.key, ())
        if _is_reachable(relationship, origin.schema, schemas)
    ]
    fitting = [relationship for relationship in usable if _fits(relationship, origin, embed.target, embed.hint)]
    if not fitting:
        raise _no_relationship(origin, embed, _hint(relationships, usable, origin, embed))
    if len(fitting) > 1:
        raise _many_relationships(origin, embed.target, sorted(fitting, key=_rank))
    return fitting[0]


def _is_reachable(relationship: Relationship, schema: str, schemas: Sequence[str]) -> bool:
    return relationship.target[0] == schema and (
        relationship.junction is None or relationship.junction.key[0] in schemas
    )


def _fits(relationship: Relationship, origin: Relation, target: str, hint: str | None) -> bool:
    if relationship.function is not None:
        return relationship.function[1] == target
    if relationship.target == origin.key and relationship.junction is None:
        return _fits_itself(relationship, target, hint)
    if relationship.target == origin.key:
        return False
    if hint is None:
        is_key = not relationship.target_is_view and relationship.junction is None
        is_by_key = is_key and target in (relationship.constraint, _only_column(relationship, 0))
        return target == relationship.target[1] or is_by_key
    return target == relationship.target[1] and _fits_hint(relationship, hint)


def _fits_hint(relationship: Relationship, hint: str) -> bool:
    if relationship.junction is not None:
        return hint == relationship.junction.key[1]
    return hint in (relationship.constraint, _only_column(relationship, 0), _only_column(relationship, 1))


def _fits_itself(relationship: Relationship, target: str, hint: str | None) -> bool:
    """Matches a relation related to itself: its name means the children, its foreign key column the parent.

    The name of the constraint would mean both. One to one, the column would, too.
    """
    if relationship.cardinality == "one-to-many":
        return target == relationship.target[1] and hint in (None, _only_column(relationship, 1))
    is_parent = relationship.cardinality == "many-to-one"
    return hint is None and is_parent and target == _only_column(relationship, 0)


_CARDINALITIES = ("one-to-many", "many-to-one", "one-to-one", "many-to-many")


def _rank(relationship: Relationship) -> tuple[object, ...]:
    """The place of a relationship in the list of an error."""
    cardinality = _CARDINALITIES.index(relationship.cardinality)
    junction = relationship.junction
    if junction is None:
        return relationship.target, cardinality, relationship.constraint, relationship.pairs
    constraints = (junction.origin_constraint, junction.target_constraint)
    return relationship.target, cardinality, junction.key, constraints, junction.origin_pairs, junction.target_pairs


def _only_column(relationship: Relationship, side: int) -> str | None:
    return relationship.pairs[0][side] if len(relationship.pairs) == 1 else None


def _hint(
    relationships: Mapping[QualifiedName, Sequence[Relationship]],
    usable: Sequence[Relationship],
    origin: Relation,
    embed: Embed,
) -> str | None:
    """Another relation that a name may stand for; None if the relation is right and only the hint is wrong."""
    if not usable:
        # As in PostgREST: a relation without any relationship may be mistaken for one that has some.
        wrong, names = (
            origin.name,
            {key[1] for key, found in relationships.items() if found and key[0] == origin.schema},
        )
    else:
        wrong = embed.target
        names = {
            relationship.function[1] if relationship.function is not None else relationship.target[1]
            for relationship in usable
        }
    similar = None if wrong in names else find_similar(wrong, sorted(names), MIN_SIMILARITY_OF_KNOWN)
    return f"Perhaps you meant '{similar}' instead of '{wrong}'." if similar else None


def _no_relationship(origin: Relation, embed: Embed, hint: str | None) -> RestError:
    using = f" using the hint '{embed.hint}'" if embed.hint else ""
    return RestError(
        400,
        "PGRST200",
        f"Could not find a relationship between '{origin.name}' and '{embed.target}' in the schema cache",
        details=f"Searched for a foreign key relationship between '{origin.name}' and '{embed.target}'{using} "
        f"in the schema '{origin.schema}', but no matches were found.",
        hint=hint,
    )


def _many_relationships(origin: Relation, target: str, fitting: Sequence[Relationship]) -> RestError:
    details = [
        {
            "cardinality": relationship.cardinality,
            "embedding": f"{origin.name} with {relationship.target[1]}",
            "relationship": _describe(relationship),
        }
        for relationship in fitting
    ]
    choices = ", ".join(f"'{relationship.target[1]}!{_hint_of(relationship)}'" for relationship in fitting)
    return RestError(
        300,
        "PGRST201",
        f"Could not embed because more than one relationship was found for '{origin.name}' and '{target}'",
        details=details,
        hint=f"Try changing '{target}' to one of the following: {choices}. "
        "Find the desired relationship in the 'details' key.",
    )


def _hint_of(relationship: Relationship) -> str:
    return relationship.junction.key[1] if relationship.junction is not None else relationship.constraint


def _describe(relationship: Relationship) -> str:
    if relationship.junction is None:
        origin_columns = ", ".join(left for left, _ in relationship.pairs)
        target_columns = ", ".join(right for _, right in relationship.pairs)
        origin, target = relationship.origin[1], relationship.target[1]
        return f"{relationship.constraint} using {origin}({origin_columns}) and {target}({target_columns})"
    junction = relationship.junction
    left = ", ".join(column for column, _ in junction.origin_pairs)
    right = ", ".join(column for column, _ in junction.target_pairs)
    return f"{junction.key[1]} using {junction.origin_constraint}({left}) and {junction.target_constraint}({right})"
