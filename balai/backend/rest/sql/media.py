"""Chooses the response format for the rows of a request, and finishes the statement for it."""

from collections.abc import Sequence

from balai.backend.rest.plan.media import Media, choose_media
from balai.backend.rest.request.shape import QueryShape
from balai.backend.rest.request.syntax import Query, Star
from balai.backend.rest.rules import Rules
from balai.backend.rest.schema.schema_cache import MediaHandler, Relation, SchemaCache
from balai.backend.rest.sql.writer import Template, Writer


def media_for(cache: SchemaCache, rules: Rules, shape: QueryShape, handlers: Sequence[MediaHandler] = ()) -> Media:
    """Chooses the format that the client accepts; `handlers` are the database's own for these rows.

    Raises:
        RestError: PGRST107 if no format is acceptable.
    """
    return choose_media(shape.accept, handlers, has_plans=rules.has_plans, has_geojson=cache.has_geojson)


def handlers_for(cache: SchemaCache, relation: Relation, query: Query) -> list[MediaHandler]:
    """The handlers for these rows. A relation's own handlers apply only to its unchanged rows."""
    is_whole = query.select == (Star(),)
    return [one for one in cache.handlers if one.row_of is None or (is_whole and one.row_of == relation.key)]


def keeps_rows(media: Media) -> bool:
    """Whether the rows go to an aggregate that takes a relation's own row type."""
    return media.handler is not None and media.handler.function is not None and media.handler.row_of is not None


def finish(writer: Writer, text: str, media: Media) -> Template:
    """Finishes the statement, or its EXPLAIN."""
    if media.plan is None:
        return writer.finish(text)
    options = [f"FORMAT {media.plan.format.upper()}", *(option.upper() for option in media.plan.options)]
    return writer.finish(f"EXPLAIN ({', '.join(options)}) {text}")
