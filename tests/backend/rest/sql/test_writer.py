"""Identifiers are always quoted, values always bound."""

from balai.backend.rest.request.syntax import Field, Filter, Operation, Param, Step
from balai.backend.rest.schema.schema_cache import Relation
from balai.backend.rest.sql.conditions import write_condition
from balai.backend.rest.sql.writer import Writer, qualified, quote

THINGS = Relation(1, "public", "things", "r", {}, (), True, True, True, None)


def test_names_cannot_leave_their_quotes() -> None:
    assert quote('a"b') == '"a""b"'
    assert quote("a\0; drop table x") == '"a"'
    assert qualified(("a.b", 'c"')) == '"a.b"."c"""'


def test_values_paths_and_slots_are_bound() -> None:
    writer = Writer()
    field = Field("data", (Step("a'b", False, False), Step("-1", True, True)))
    text = write_condition(writer, THINGS, "things", Filter(field, Operation("eq", Param(slot=3))))
    assert text == '(to_jsonb("things"."data")->($1)->>($2::pg_catalog.int4) = $3)'
    assert writer.params == [Param("a'b"), Param("-1"), Param(slot=3)]


def test_a_text_search_configuration_is_a_quoted_literal() -> None:
    writer = Writer()
    operation = Operation("fts", Param("x"), config="en glish")
    text = write_condition(writer, THINGS, "things", Filter(Field("words"), operation))
    assert text == '("things"."words" @@ to_tsquery(\'en glish\'::regconfig, $1::text))'
