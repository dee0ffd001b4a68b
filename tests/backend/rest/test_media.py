"""Which form an Accept header gets."""

import pytest

from balai.backend.rest.errors import RestError
from balai.backend.rest.media import choose_media


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        ("*/*", "array"),
        ("", "array"),
        ("text/html, */*;q=0.8", "array"),
        ("application/json;q=0.5, text/csv", "csv"),
        ("TEXT/CSV", "csv"),
        ("application/vnd.pgrst.object", "object"),
        ("application/vnd.pgrst.object+json;nulls=stripped", "object"),
        ('application/vnd.pgrst.plan+text; for="application/json, x"; options=;, application/json', "array"),
    ],
)
def test_forms(accept: str, form: str) -> None:
    assert choose_media(accept).form == form


def test_stripped_nulls_are_named_in_the_answer() -> None:
    media = choose_media("application/vnd.pgrst.object+json;nulls=stripped")
    assert media.strips_nulls
    assert media.content_type == "application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8"


@pytest.mark.parametrize("accept", ["text/html", "text/*", "application/octet-stream"])
def test_no_form(accept: str) -> None:
    with pytest.raises(RestError) as refusal:
        choose_media(accept)
    assert (refusal.value.status, refusal.value.code) == (406, "PGRST107")
