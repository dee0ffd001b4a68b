"""The schema cache: relations, functions and their relationships. It is the same for every role.

It holds no privileges; PostgreSQL checks them when the statement runs.
"""

import msgspec

from balai.backend.rest.rules import QualifiedName


class Representation(msgspec.Struct, frozen=True):
    """The functions that convert values of a domain: those of its implicit casts to json, from json and from text.

    PostgreSQL itself ignores casts of domains.
    """

    to_json: QualifiedName | None = None
    from_json: QualifiedName | None = None
    from_text: QualifiedName | None = None


class Column(msgspec.Struct, frozen=True):
    """A column. `type` is a quoted, qualified type name; `base_type` is the type under its domains.

    For descriptions: `label` is the type without its length, `choices` are the values of an enumerated type.
    """

    name: str
    type: str
    base_type: str
    label: str
    is_not_null: bool
    default: str | None
    comment: str | None
    max_length: int | None = None
    choices: tuple[str, ...] = ()
    representation: Representation = Representation()


_AS_IT_IS = Representation()


class Relation(msgspec.Struct, frozen=True):
    """A table or view. `columns` is in the relation's order.

    A table is guarded if row security is on and has a policy, or its comment declares it public.
    """

    oid: int
    schema: str
    name: str
    kind: str
    columns: dict[str, Column]
    primary_key: tuple[str, ...]
    insertable: bool
    updatable: bool
    deletable: bool
    comment: str | None
    is_guarded: bool = True

    @property
    def key(self) -> QualifiedName:
        """Schema and name."""
        return self.schema, self.name

    @property
    def is_view(self) -> bool:
        """Whether it is a view."""
        return self.kind in "vm"

    def representation_of(self, column: str) -> Representation:
        """How values of a column are converted; nothing for an unknown column, which may be computed."""
        known = self.columns.get(column)
        return known.representation if known is not None else _AS_IT_IS

    @property
    def is_represented(self) -> bool:
        """Whether the output of some column is converted."""
        return any(column.representation.to_json is not None for column in self.columns.values())


class Parameter(msgspec.Struct, frozen=True):
    """An input parameter of a function."""

    name: str
    type: str
    base_type: str
    label: str
    is_required: bool
    is_variadic: bool


class MediaHandler(msgspec.Struct, frozen=True):
    """Produces a format that the database defines: `media` is its media type, or `*/*`.

    An aggregate `function` over the rows of `row_of`, or of any relation. Without `function`, `row_of` names the
    function whose result is the response. With `is_binary` the response is bytes, not text.
    """

    media: str
    function: QualifiedName | None
    row_of: QualifiedName | None
    is_binary: bool


class Function(msgspec.Struct, frozen=True):
    """A function. `returns` is void, scalar, row or record; `row_of` is the relation whose row type it returns."""

    oid: int
    schema: str
    name: str
    parameters: tuple[Parameter, ...]
    returns: str
    returns_set: bool
    is_to_many: bool
    row_of: QualifiedName | None
    is_volatile: bool
    settings: tuple[str, ...]
    comment: str | None
    handler: MediaHandler | None = None

    @property
    def is_internal(self) -> bool:
        """Whether its comment declares it a part of policies, constraints or other functions."""
        return (self.comment or "").startswith("internal")

    @property
    def key(self) -> QualifiedName:
        """Schema and name."""
        return self.schema, self.name


class Junction(msgspec.Struct, frozen=True):
    """The relation between two others in a many-to-many relationship, with the columns that lead to each side."""

    key: QualifiedName
    origin_pairs: tuple[tuple[str, str], ...]
    target_pairs: tuple[tuple[str, str], ...]
    origin_constraint: str
    target_constraint: str


class Relationship(msgspec.Struct, frozen=True):
    """A relationship from `origin` to `target`. `pairs` are (origin column, target column)."""

    origin: QualifiedName
    target: QualifiedName
    cardinality: str
    constraint: str
    pairs: tuple[tuple[str, str], ...] = ()
    junction: Junction | None = None
    function: QualifiedName | None = None
    target_is_view: bool = False
    is_inverse: bool = False

    @property
    def is_to_one(self) -> bool:
        """Whether it leads to at most one row."""
        return self.cardinality in ("many-to-one", "one-to-one")


class SchemaCache(msgspec.Struct, frozen=True):
    """The whole schema, by name. Tokens may name `allowed_roles`; row security does not apply to `rls_exempt_roles`."""

    relations: dict[QualifiedName, Relation]
    functions: dict[QualifiedName, tuple[Function, ...]]
    relationships: dict[QualifiedName, tuple[Relationship, ...]]
    roles: frozenset[str]
    time_zones: frozenset[str]
    role_settings: dict[str, tuple[tuple[str, str], ...]]
    descriptions: dict[str, str]
    handlers: tuple[MediaHandler, ...] = ()
    has_geojson: bool = False
    allowed_roles: frozenset[str] = frozenset()
    rls_exempt_roles: frozenset[str] = frozenset()

    def find_relation(self, schema: str, name: str) -> Relation | None:
        """The relation of that name, if it exists."""
        return self.relations.get((schema, name))

    def without_unguarded(self) -> "SchemaCache":
        """Returns the cache without unguarded tables, relationships to or through them, and internal functions."""
        hidden = {key for key, relation in self.relations.items() if not relation.is_guarded}
        has_internal = any(function.is_internal for overloads in self.functions.values() for function in overloads)
        if not hidden and not has_internal:
            return self
        callables = {
            key: tuple(function for function in overloads if not function.is_internal)
            for key, overloads in self.functions.items()
        }
        return msgspec.structs.replace(
            self,
            functions={key: overloads for key, overloads in callables.items() if overloads},
            relations={key: relation for key, relation in self.relations.items() if key not in hidden},
            relationships={
                key: tuple(
                    relationship for relationship in relationships if not hidden.intersection(_ends(relationship))
                )
                for key, relationships in self.relationships.items()
                if key not in hidden
            },
        )


def _ends(relationship: Relationship) -> tuple[QualifiedName, ...]:
    return (relationship.target,) if relationship.junction is None else (relationship.target, relationship.junction.key)
