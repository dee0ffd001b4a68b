"""Finds the one link that an embed means, or says why there is none or more than one."""

from collections.abc import Mapping, Sequence

from balai.backend.rest.errors import RestError
from balai.backend.rest.plan.hints import find_similar
from balai.backend.rest.request.syntax import Embed
from balai.backend.rest.rules import QualifiedName
from balai.backend.rest.schema.schema_cache import Relation, Relationship


def get_link(
    links: Mapping[QualifiedName, Sequence[Relationship]], origin: Relation, embed: Embed, schemas: Sequence[str]
) -> Relationship:
    """The link from `origin` that `embed` names.

    Raises:
        RestError: PGRST200 when none fits, PGRST201 when more than one does.
    """
    usable = [link for link in links.get(origin.key, ()) if _is_reachable(link, origin.schema, schemas)]
    fitting = [link for link in usable if _fits(link, origin, embed.target, embed.hint)]
    if not fitting:
        raise _no_link(origin, embed, _similar(usable, embed))
    if len(fitting) > 1:
        raise _many_links(origin, embed.target, fitting)
    return fitting[0]


def _is_reachable(link: Relationship, schema: str, schemas: Sequence[str]) -> bool:
    return link.target[0] == schema and (link.junction is None or link.junction.key[0] in schemas)


def _fits(link: Relationship, origin: Relation, target: str, hint: str | None) -> bool:
    if link.function is not None:
        return link.function[1] == target
    if link.target == origin.key and link.junction is None:
        return _fits_itself(link, target, hint)
    if link.target == origin.key:
        return False
    if hint is None:
        is_key = not link.target_is_view and link.junction is None
        is_by_key = is_key and target in (link.constraint, _only_column(link, 0))
        return target == link.target[1] or is_by_key
    return target == link.target[1] and _fits_hint(link, hint)


def _fits_hint(link: Relationship, hint: str) -> bool:
    if link.junction is not None:
        return hint == link.junction.key[1]
    return hint in (link.constraint, _only_column(link, 0), _only_column(link, 1))


def _fits_itself(link: Relationship, target: str, hint: str | None) -> bool:
    """A relation linked to itself: its own name means its children, its foreign key's column the parent."""
    if link.cardinality == "one-to-many":
        return target == link.target[1] and (hint is None or hint in (_only_column(link, 1), link.constraint))
    return hint is None and not link.is_inverse and target == _only_column(link, 0)


def _only_column(link: Relationship, side: int) -> str | None:
    return link.pairs[0][side] if len(link.pairs) == 1 else None


def _similar(usable: Sequence[Relationship], embed: Embed) -> str | None:
    """Another relation that the name may stand for; none when the relation is right and its hint is not."""
    names = {link.function[1] if link.function is not None else link.target[1] for link in usable}
    return None if embed.target in names else find_similar(embed.target, sorted(names))


def _no_link(origin: Relation, embed: Embed, similar: str | None) -> RestError:
    using = f" using the hint '{embed.hint}'" if embed.hint else ""
    return RestError(
        400,
        "PGRST200",
        f"Could not find a relationship between '{origin.name}' and '{embed.target}' in the schema cache",
        details=f"Searched for a foreign key relationship between '{origin.name}' and '{embed.target}'{using} "
        f"in the schema '{origin.schema}', but no matches were found.",
        hint=f"Perhaps you meant '{similar}' instead of '{embed.target}'." if similar else None,
    )


def _many_links(origin: Relation, target: str, fitting: Sequence[Relationship]) -> RestError:
    details = [
        {
            "cardinality": link.cardinality,
            "embedding": f"{origin.name} with {link.target[1]}",
            "relationship": _describe(link),
        }
        for link in fitting
    ]
    choices = ", ".join(f"'{link.target[1]}!{_hint_of(link)}'" for link in fitting)
    return RestError(
        300,
        "PGRST201",
        f"Could not embed because more than one relationship was found for '{origin.name}' and '{target}'",
        details=details,
        hint=f"Try changing '{target}' to one of the following: {choices}. "
        "Find the desired relationship in the 'details' key.",
    )


def _hint_of(link: Relationship) -> str:
    return link.junction.key[1] if link.junction is not None else link.constraint


def _describe(link: Relationship) -> str:
    if link.junction is None:
        origin_columns = ", ".join(left for left, _ in link.pairs)
        target_columns = ", ".join(right for _, right in link.pairs)
        return f"{link.constraint} using {link.origin[1]}({origin_columns}) and {link.target[1]}({target_columns})"
    junction = link.junction
    left = ", ".join(column for column, _ in junction.origin_pairs)
    right = ", ".join(column for column, _ in junction.target_pairs)
    return f"{junction.key[1]} using {junction.origin_constraint}({left}) and {junction.target_constraint}({right})"
