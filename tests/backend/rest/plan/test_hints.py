"""Suggestions for misspelled names: the scores and thresholds of the library that PostgREST uses."""

import time

import pytest

from balai.backend.rest.plan.hints import MIN_SIMILARITY_OF_KNOWN, find_similar

TABLES = ["projects", "tasks", "clients", "users_projects", "Web Content"]
# A correct part of 0.875 and of 0.75; then 0.5.
NEAR_TABLES = [("projectx", "projects"), ("projecxx", "projects"), ("projxxxx", None), ("PROJECT", "projects")]
ARGUMENTS = ["(name, param, val)", "(attr, id)"]
NEAR_ARGUMENTS = [
    ("(nam, pqaram, vall)", "(name, param, val)"),
    ("(param, val)", "(name, param, val)"),
    ("(attrs, id)", "(attr, id)"),
    ("(id)", "(attr, id)"),
    ("(noclosealternative)", None),
    ("()", None),
]


@pytest.mark.parametrize(("name", "expected"), NEAR_TABLES)
def test_a_similar_table_is_suggested(name: str, expected: str | None) -> None:
    assert find_similar(name, TABLES) == expected


@pytest.mark.parametrize(("name", "expected"), NEAR_ARGUMENTS)
def test_similar_arguments_are_suggested(name: str, expected: str | None) -> None:
    assert find_similar(name, ARGUMENTS, MIN_SIMILARITY_OF_KNOWN) == expected


def test_names_without_common_characters_in_a_row_are_not_compared() -> None:
    assert find_similar("ab", ["ba"], 0.0) is None
    assert find_similar("", TABLES) is None


def test_the_work_is_bounded() -> None:
    names = [f"{'a_long_name_of_a_table' * 4}_{number}" for number in range(5000)]
    started = time.perf_counter()
    assert find_similar("x" * 101, names) is None
    for _ in range(3):
        find_similar("a_long_name_of_a_tabel" * 4, names)
    assert time.perf_counter() - started < 5
