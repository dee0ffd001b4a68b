"""Resolves the names of a query in the schema cache and assigns its clauses to the SELECTs that they belong to."""

from collections import defaultdict
from collections.abc import Sequence

from balai.backend.rest.errors import RestError, invalid_range, not_embedded, too_many_embeds
from balai.backend.rest.plan import nodes as planned
from balai.backend.rest.plan.aggregates import lift_aggregates
from balai.backend.rest.plan.embedding import get_relationship
from balai.backend.rest.request.syntax import (
    Column,
    Condition,
    Embed,
    Field,
    Filter,
    Item,
    OrderTerm,
    Param,
    Path,
    Query,
    Star,
)
from balai.backend.rest.rules import Rules
from balai.backend.rest.schema.schema_cache import Relation, SchemaCache

_MAX_ALIAS_BYTES = 40


class _SelectNode:
    """A SELECT being planned: its part of `select`, and the clauses that belong to it."""

    def __init__(self, relation: Relation, items: Sequence[Item], alias: str) -> None:
        self.relation = relation
        self.items = items
        self.alias = alias
        self.embeds: list[tuple[Embed, _SelectNode, str]] = []
        self.conditions: list[Condition] = []
        self.orders: tuple[OrderTerm, ...] = ()
        self.limit: int | None = None
        self.offset: Param | None = None

    def find_embed(self, name: str) -> "tuple[Embed, _SelectNode, str] | None":
        """Returns the embed that a path names by its alias or its target."""
        for entry in self.embeds:
            if name in (entry[0].alias, entry[0].target):
                return entry
        return None

    def find_shown(self, field: Field) -> Column | None:
        """Returns the column that is shown under a name, or is the field."""
        columns = [item for item in self.items if isinstance(item, Column) and item.aggregate is None]
        named = [column for column in columns if column.alias is not None and Field(column.alias) == field]
        for column in (*named, *columns):
            if column in named or column.field == field:
                return column
        is_starred = any(isinstance(item, Star) for item in self.items)
        return Column(field) if is_starred and field.name in self.relation.columns else None

    def descend(self, path: Path) -> "_SelectNode":
        """Returns the SELECT at the end of a path."""
        node = self
        for name in path:
            entry = node.find_embed(name)
            if entry is None:
                raise not_embedded(name)
            node = entry[1]
        return node


class Planner:
    """Plans one query over one schema cache."""

    def __init__(self, cache: SchemaCache, rules: Rules) -> None:
        self.cache = cache
        self.rules = rules
        # Aliases in use, each with the number of the next one derived from it.
        self.aliases: dict[str, int] = {}
        self.embed_count = 0

    def plan(self, query: Query, relation: Relation, *, is_write: bool = False) -> planned.SelectPlan:
        """Plans a read, or the representation of a write, where the root's limits do not apply."""
        root = self._node(relation, query.select, relation.name)
        self._assign_clauses(query, root)
        if root.limit is not None and root.limit < 0 and not is_write:
            raise invalid_range("Limit should be greater than or equal to zero.")
        return self._build_select(root, None if is_write else self.rules.max_rows, is_write=is_write)

    def _alias(self, name: str) -> str:
        alias, number = name, self.aliases.get(name, 0)
        while alias in self.aliases:
            number += 1
            # PostgreSQL cuts names at 63 bytes; a cut alias would no longer be unique.
            alias = f"{name.encode()[:_MAX_ALIAS_BYTES].decode(errors='ignore')}_{number}"
        self.aliases[alias] = 0
        self.aliases[name] = number
        return alias

    def _node(self, relation: Relation, items: Sequence[Item], name: str) -> _SelectNode:
        node = _SelectNode(relation, items, self._alias(name))
        for item in items:
            if isinstance(item, Embed):
                self.embed_count += 1
                if self.rules.max_embeds is not None and self.embed_count > self.rules.max_embeds:
                    raise too_many_embeds(self.rules.max_embeds)
                relationship = get_relationship(self.cache.relationships, relation, item, self.rules.schemas)
                target = self.cache.relations[relationship.target]
                node.embeds.append((item, self._node(target, item.items, f"{target.name}_1"), self._alias("~embed")))
            elif isinstance(item, Column) and item.aggregate is not None and not self.rules.has_aggregates:
                raise RestError(400, "PGRST123", "Use of aggregate functions is not allowed")
        return node

    def _assign_clauses(self, query: Query, root: _SelectNode) -> None:
        for path, condition in query.conditions:
            root.descend(path).conditions.append(condition)
        for path, terms in query.orders:
            root.descend(path).orders = terms
        for path, limit in query.limits:
            root.descend(path).limit = limit
        for path, offset in query.offsets:
            root.descend(path).offset = offset if offset.slot >= 0 else None

    def _build_select(
        self,
        node: _SelectNode,
        max_rows: int | None,
        *,
        is_write: bool = False,
        executions: int | None = 1,
        is_single: bool = False,
    ) -> planned.SelectPlan:
        """Plans one SELECT. `executions` is the maximum number of times that it is run; None if unknown."""
        hidden: dict[str, list[planned.HiddenColumn]] = defaultdict(list)
        orders = tuple(self._order(node, term, hidden) for term in node.orders)
        limits = [limit for limit in (node.limit, max_rows) if limit is not None and limit >= 0]
        limit = min(limits) if limits and not is_write else None
        if not is_single:
            executions = None if executions is None or limit is None else executions * limit
        embeds = tuple(self._build_embed(node, *entry, tuple(hidden[entry[2]]), executions) for entry in node.embeds)
        return planned.SelectPlan(
            node.relation,
            node.alias,
            tuple(item for item in node.items if not isinstance(item, Embed)),
            embeds,
            () if is_write else tuple(self._condition(node, condition) for condition in node.conditions),
            orders,
            limit,
            None if is_write else node.offset,
        )

    def _build_embed(
        self,
        parent: _SelectNode,
        embed: Embed,
        node: _SelectNode,
        alias: str,
        hidden: tuple[planned.HiddenColumn, ...],
        executions: int | None,
    ) -> planned.EmbedPlan:
        relationship = get_relationship(self.cache.relationships, parent.relation, embed, self.rules.schemas)
        is_one = relationship.is_to_one
        select = self._build_select(
            node, None if is_one else self.rules.max_rows, executions=executions, is_single=is_one
        )
        lifted: tuple[planned.LiftedAggregate, ...] = ()
        if embed.is_spread and select.has_aggregate:
            if not relationship.is_to_one:
                details = "Aggregates are not implemented for one-to-many or many-to-many spreads."
                raise RestError(400, "PGRST127", "Feature not implemented", details=details)
            select, values, lifted = lift_aggregates(select, alias)
            hidden += values
        key = embed.alias or embed.target
        shows = bool(select.items) or select.has_aggregate or not all(inner.is_omitted for inner in select.embeds)
        is_omitted = not embed.items or not shows
        return planned.EmbedPlan(
            key,
            alias,
            relationship,
            select,
            embed.is_inner,
            embed.is_spread,
            is_omitted,
            hidden,
            lifted,
            self._byte_limit(executions),
        )

    def _byte_limit(self, executions: int | None) -> planned.ByteLimit | None:
        """The limit on an embed that is run at most so many times. All uncounted aggregates together stay within it."""
        if self.rules.max_bytes is None:
            return None
        aggregates = 0 if executions is None else max(1, executions * self.embed_count)
        return planned.ByteLimit(self.rules.max_bytes, self.rules.max_bytes // aggregates if aggregates else 0)

    def _order(
        self, node: _SelectNode, term: OrderTerm, hidden: dict[str, list[planned.HiddenColumn]]
    ) -> planned.Order:
        if term.relation is None:
            return planned.Order(term.field, term.direction, term.nulls)
        entry = node.find_embed(term.relation)
        if entry is None:
            raise not_embedded(term.relation)
        relationship = get_relationship(self.cache.relationships, node.relation, entry[0], self.rules.schemas)
        if not relationship.is_to_one:
            details = (
                f"'{node.relation.name}' and '{term.relation}' do not form a many-to-one or one-to-one relationship"
            )
            raise RestError(400, "PGRST118", f"A related order on '{term.relation}' is not possible", details=details)
        name = f"~order{len(hidden[entry[2]]) + 1}"
        shown = entry[1].find_shown(term.field)
        column = shown if shown is not None else Column(term.field)
        hidden[entry[2]].append(planned.HiddenColumn(name, column.field, column.cast))
        return planned.Order(term.field, term.direction, term.nulls, entry[2], name, shown is not None)

    def _condition(self, node: _SelectNode, condition: Condition) -> planned.Condition:
        if isinstance(condition, Filter):
            return self._find_embed_filter(node, condition) or condition
        nodes = tuple(self._condition(node, inner) for inner in condition.nodes)
        return planned.Group(condition.operator, nodes, condition.negated)

    def _find_embed_filter(self, node: _SelectNode, condition: Filter) -> planned.EmbedFilter | None:
        """Returns the filter for a null check on an embed; None if the field is not an embed."""
        operation = condition.operation
        if operation.operator != "is" or condition.field.steps or operation.value.text not in ("null", "not_null"):
            return None
        for embed, _, alias in node.embeds:
            if condition.field.name == (embed.alias or embed.target):
                return planned.EmbedFilter(alias, operation.negated == (operation.value.text == "null"))
        return None


def plan_condition(condition: Condition) -> planned.Condition:
    """Plans a condition on a relation without embeds."""
    if isinstance(condition, Filter):
        return condition
    return planned.Group(condition.operator, tuple(plan_condition(node) for node in condition.nodes), condition.negated)
