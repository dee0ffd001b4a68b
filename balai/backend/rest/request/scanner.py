"""A cursor over one part of a query string, and the tokens that all clauses share: names and JSON paths."""

import re
from collections.abc import Sequence

from balai.backend.rest.errors import ParseError
from balai.backend.rest.request.syntax import Field, Step

# A "-" inside a bare name must not start an arrow.
_BARE = re.compile(r"[\w$ ]+(?:-(?!>)[\w$ ]+)*")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_BLANKS = re.compile(r"[ \t]*")
_INDEX = re.compile(r"-?[0-9]+(?=->|::|\.|,|\)|$)")
_MAX_INDEX_DIGITS = 30
_KEY = re.compile(r"[^(\-:.,>)]+(?:-[^(\-:.,>)]+)*")
_TYPE = re.compile(r"[\w$ ]+")


def unescape(text: str) -> str:
    """Removes the backslashes inside a quoted text."""
    return _ESCAPED.sub(r"\1", text) if "\\" in text else text


class Scanner:
    """Reads `text` from left to right; `clause` names it in errors, whose columns begin with `prefix`."""

    def __init__(self, text: str, clause: str, prefix: str = "") -> None:
        self.text = text
        self.clause = clause
        self.at = 0
        self._offset = len(prefix)

    def error(self, expected: str, *, at: int | None = None, found: str | None = None) -> ParseError:
        """The error for not finding what is expected here, or at another position."""
        position = self.at if at is None else at
        column = position + 1 + self._offset
        return ParseError(self.clause, self.text, position, expected, column=column, found=found)

    def word_error(self, words: Sequence[str]) -> ParseError:
        """The error for a word that is none of these. PostgREST names the character at which the first one ends."""
        read = 0
        while read < len(words[0]) and self.is_next(words[0][: read + 1]):
            read += 1
        found = f'"{self.text[self.at + read]}"' if self.at + read < len(self.text) else "end of input"
        *others, last = (f'"{word}"' for word in words)
        return self.error(f"{', '.join(others)} or {last}", found=found)

    def is_done(self) -> bool:
        """Whether everything was read."""
        return self.at >= len(self.text)

    def is_next(self, token: str) -> bool:
        """Whether `token` comes next."""
        return self.text.startswith(token, self.at)

    def take(self, token: str) -> bool:
        """Skips `token` if it comes next."""
        if self.text.startswith(token, self.at):
            self.at += len(token)
            return True
        return False

    def expect(self, token: str) -> None:
        """Skips `token`, which must come next."""
        if not self.take(token):
            raise self.error(f'"{token}"')

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Skips what `pattern` matches here, if it does."""
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    def skip_blanks(self) -> None:
        """Skips blanks and tabs."""
        self.match(_BLANKS)

    def expect_end(self) -> None:
        """Checks that nothing follows."""
        if not self.is_done():
            raise self.error("end of input")

    def name(self) -> str:
        """Reads a name, bare or quoted."""
        quoted = self.match(_QUOTED)
        if quoted is not None:
            return unescape(quoted[1])
        start = self.at
        bare = self.match(_BARE)
        name = bare[0].strip() if bare is not None else ""
        if not name:
            self.at = start
            raise self.error("field name (* or [a..z0..9_$])")
        return name

    def type_name(self) -> str:
        """Reads the type name of a cast. Only these characters can reach the statement unquoted."""
        found = self.match(_TYPE)
        if found is None or not found[0].strip():
            raise self.error("type name")
        return found[0].strip()

    def steps(self) -> tuple[Step, ...]:
        """Reads a JSON path, possibly empty."""
        steps: list[Step] = []
        while self.is_next("->"):
            as_text = self.take("->>")
            if not as_text:
                self.take("->")
            steps.append(self._step(as_text))
        return tuple(steps)

    def _step(self, as_text: bool) -> Step:
        index = self.match(_INDEX)
        if index is not None and len(index[0]) < _MAX_INDEX_DIGITS and abs(int(index[0])) < 2**31:
            return Step(index[0], as_text, True)
        if index is not None:
            return Step(index[0], as_text, False)
        quoted = self.match(_QUOTED)
        if quoted is not None:
            return Step(unescape(quoted[1]), as_text, False)
        key = self.match(_KEY)
        if key is None:
            raise self.error("JSON path key")
        return Step(key[0], as_text, False)

    def field(self) -> Field:
        """Reads a name with its JSON path."""
        name = self.name()
        return Field(name, self.steps())
