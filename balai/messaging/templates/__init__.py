"""The words of every mail, one file a language, same keys in all of them."""

from importlib import resources

import msgspec

LANGUAGES = ("en", "zh", "ms", "vi")


class MessageTemplate(msgspec.Struct, frozen=True):
    """The words of one kind of mail: `{name}` stands for a fact. A button or a note may be empty."""

    subject: str
    lead: str
    button: str = ""
    note: str = ""


class EmailLayout(msgspec.Struct, frozen=True):
    """The words that frame every mail of a language."""

    greeting: str
    code: str
    link: str
    footer: str
    labels: dict[str, str]
    # How long something holds, `{n}` of them.
    minutes: str
    hours: str


class DateFormat(msgspec.Struct, frozen=True):
    """How a language writes a day and a time; names and order are the Unicode CLDR's."""

    weekdays: tuple[str, ...]
    months: tuple[str, ...]
    pattern: str


class Language(msgspec.Struct, frozen=True):
    """All words of one language."""

    frame: EmailLayout
    dates: DateFormat
    letters: dict[str, MessageTemplate]
    # What goes to a phone: one line each.
    messages: dict[str, str]


def _load(language: str) -> Language:
    file = resources.files(__package__).joinpath(f"{language}.json")
    return msgspec.json.decode(file.read_bytes(), type=Language)


TEXTS = {language: _load(language) for language in LANGUAGES}
