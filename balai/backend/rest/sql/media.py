"""The form of an answer: which one it is for these rows, what makes it, and the statement that is finished with it."""

from collections.abc import Sequence

from balai.backend.rest.plan.media import Media, choose_media
from balai.backend.rest.request.shape import QueryShape
from balai.backend.rest.request.syntax import Query, Star
from balai.backend.rest.rules import Rules
from balai.backend.rest.schema.schema_cache import MediaHandler, Relation, SchemaCache
from balai.backend.rest.sql.writer import Template, Writer


def media_for(cache: SchemaCache, rules: Rules, shape: QueryShape, handlers: Sequence[MediaHandler] = ()) -> Media:
    """The form that the client accepts, `handlers` being those that the database has for these rows.

    Raises:
        RestError: PGRST107 when none can be made.
    """
    return choose_media(shape.accept, handlers, has_plans=rules.has_plans, has_geojson=cache.has_geojson)


def handlers_for(cache: SchemaCache, relation: Relation, query: Query) -> list[MediaHandler]:
    """What makes forms of these rows: a relation's own only of its rows as they are."""
    is_whole = query.select == (Star(),)
    return [one for one in cache.handlers if one.row_of is None or (is_whole and one.row_of == relation.key)]


def finish(writer: Writer, text: str, media: Media) -> Template:
    """The statement, or the question how it would be run."""
    if media.plan is None:
        return writer.finish(text)
    options = [f"FORMAT {media.plan.format.upper()}", *(option.upper() for option in media.plan.options)]
    return writer.finish(f"EXPLAIN ({', '.join(options)}) {text}")
