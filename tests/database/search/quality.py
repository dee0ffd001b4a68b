"""Search quality sets: short community texts in each language, and queries with the texts that must come first.

A file in `quality_sets/` is a list of topics. `+` is a text that its queries must find, `-` a near miss that must not
stand above one, `?` a query; `> 1 3` limits a query to these texts of the topic. The rules were tuned on the other
topics; those marked as unseen were written and measured afterwards.
"""

from pathlib import Path

import msgspec

FOLDER = Path(__file__).parent / "quality_sets"
LANGUAGES = ("zh", "vi", "ms", "en", "mixed")
HALVES = ("tuned", "unseen")


class Query(msgspec.Struct, frozen=True):
    """A query with the numbers of its relevant texts and of its near misses."""

    words: str
    relevant: frozenset[int]
    forbidden: frozenset[int]
    half: str


class QualitySet(msgspec.Struct, frozen=True):
    """The texts of one language, as (title, body), and the queries."""

    texts: list[tuple[str, str]]
    queries: list[Query]


class Figures(msgspec.Struct, frozen=True):
    """Recall, share of queries with a relevant first result, share with a near miss above a relevant text."""

    recall: float
    first: float
    wrong: float
    failures: list[str]


def read_set(language: str) -> QualitySet:
    """Parse the file of one language."""
    texts: list[tuple[str, str]] = []
    queries: list[Query] = []
    topics = (FOLDER / f"{language}.txt").read_text().split("\n= ")
    for topic in topics:
        half = HALVES["(unseen)" in topic.partition("\n")[0]]
        relevant: list[int] = []
        forbidden: list[int] = []
        for line in topic.splitlines()[1:]:
            sign, content = line[0], line[2:]
            if sign == "?":
                words, _, chosen = content.partition(">")
                picked = [relevant[int(place) - 1] for place in chosen.split()] or relevant
                queries.append(Query(words.strip(), frozenset(picked), frozenset(forbidden), half))
            else:
                title, body = content.split(" | ")
                (relevant if sign == "+" else forbidden).append(len(texts))
                texts.append((title, body))
    return QualitySet(texts, queries)


def measure(answers: list[tuple[Query, list[int]]]) -> Figures:
    """Compare the results of queries, as numbers of texts in order, with what was expected."""
    found = expected = first = wrong = 0
    failures = []
    for query, results in answers:
        hits = [place for place, text in enumerate(results) if text in query.relevant]
        misses = [place for place, text in enumerate(results) if text in query.forbidden]
        last = max(hits, default=-1) if len(hits) == len(query.relevant) else len(results)
        is_first = bool(results) and results[0] in query.relevant
        is_wrong = any(place < last for place in misses)
        found, expected = found + len(hits), expected + len(query.relevant)
        first, wrong = first + is_first, wrong + is_wrong
        if not is_first or is_wrong or len(hits) < len(query.relevant):
            failures.append(f"{query.words}: {results[:8]}, wanted {sorted(query.relevant)}")
    return Figures(found / expected, first / len(answers), wrong / len(answers), failures)
