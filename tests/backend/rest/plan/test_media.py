"""The response format that is chosen, and its content type."""

import pytest

from balai.backend.rest.errors import RestError
from balai.backend.rest.plan.media import Media, choose_media
from balai.backend.rest.schema.schema_cache import MediaHandler

XML = MediaHandler("text/xml", ("public", "as_xml"), None, is_binary=False)
ANYTHING = MediaHandler("*/*", None, ("public", "f"), is_binary=True)


def choose(accept: str, *handlers: MediaHandler) -> Media:
    return choose_media(accept, handlers, has_plans=True, has_geojson=True)


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        ("*/*", "array"),
        ("application/json", "array"),
        ("APPLICATION/JSON; charset=utf-8", "array"),
        ("text/html, text/csv", "csv"),
        ("text/csv;q=0.5, application/json", "array"),
        ("application/json;q=0.1, text/csv;q=0.9", "csv"),
        ("application/vnd.pgrst.object", "object"),
        ("application/geo+json", "geojson"),
        ("text/xml", "custom"),
    ],
)
def test_the_best_available_format_is_chosen(accept: str, form: str) -> None:
    assert choose(accept, XML).format == form


def test_the_content_type_tells_that_nulls_are_stripped() -> None:
    media = choose("application/vnd.pgrst.object+json;nulls=stripped")
    assert media.content_type == "application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8"
    assert media.strips_nulls


def test_a_handler_of_any_type_produces_every_type() -> None:
    assert choose("text/csv", ANYTHING).content_type == "application/octet-stream"
    assert choose("application/vnd.pgrst.object", ANYTHING).format == "object"


@pytest.mark.parametrize(
    ("requested", "expected"),
    [
        ("plan", 'plan+text; for="application/json"; charset=utf-8'),
        ("plan+json; options=;", 'plan+json; for="application/json"; charset=utf-8'),
        (
            'plan+json; for="text/csv"; options=verbose|analyze|x;',
            'plan+json; for="text/csv"; options=analyze|verbose; charset=utf-8',
        ),
        (
            'plan; for="application/vnd.pgrst.object+json;nulls=stripped"',
            'plan+text; for="application/vnd.pgrst.object+json;nulls=stripped"; charset=utf-8',
        ),
    ],
)
def test_content_types_of_plans_are_complete(requested: str, expected: str) -> None:
    assert choose(f"application/vnd.pgrst.{requested}").content_type == f"application/vnd.pgrst.{expected}"


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "text/plain;q=1", "text/*"])
def test_unknown_media_types_are_rejected(accept: str) -> None:
    with pytest.raises(RestError) as raised:
        choose_media(accept, has_plans=False, has_geojson=False)
    assert raised.value.status == 406
    assert raised.value.message == f"None of these media types are available: {accept.partition(';')[0]}"


def test_disabled_formats_are_not_available() -> None:
    for accept in ("application/vnd.pgrst.plan", "application/geo+json"):
        with pytest.raises(RestError):
            choose_media(accept, has_plans=False, has_geojson=False)
