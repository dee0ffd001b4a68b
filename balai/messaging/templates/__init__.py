"""Message templates, one file a language, with the same keys in all of them."""

import re
from collections.abc import Mapping
from importlib import resources

import msgspec

LANGUAGES = ("en", "zh", "ms", "vi")
VARIABLE = re.compile(r"\{(\w+)\}")


class MessageTemplate(msgspec.Struct, frozen=True):
    """The texts of one kind of email; `{name}` is replaced by a variable. Button and note may be empty.

    `second`: the link below the button, to `second_url`.
    """

    subject: str
    lead: str
    button: str = ""
    second: str = ""
    note: str = ""


class EmailLayout(msgspec.Struct, frozen=True):
    """The texts around every email of a language."""

    # Between a label and its value.
    colon: str
    greeting: str
    greeting_by_name: str
    code: str
    link: str
    # For accounts whose password was removed: `password_removed` among the variables.
    password_removed: str
    footer: str
    labels: dict[str, str]
    # By the words that public.penalties and auth.users.ban_reason have for them.
    penalty_reasons: dict[str, str]
    # Durations; `{n}` is replaced by the number.
    minutes: str
    hour: str
    hours: str


class DateFormat(msgspec.Struct, frozen=True):
    """The date and time format of a language, after the Unicode CLDR."""

    weekdays: tuple[str, ...]
    months: tuple[str, ...]
    # How a month is called alone.
    month: str
    pattern: str
    # The day without the time.
    day_pattern: str


class NewsTemplates(msgspec.Struct, frozen=True):
    """The texts of emails that list news: `kinds` has one for each kind of notice, and `topic` for digests."""

    kinds: dict[str, str]
    subject: str
    lead: str
    lead_of_topic: str
    digest_subject: str
    digest_lead: str
    button: str
    button_of_topic: str
    button_of_all: str
    reply_hint: str
    footer: str
    stop: str
    stop_topic: str
    settings: str
    # Of an edition: a new article.
    lead_of_article: str
    button_of_article: str
    footer_of_article: str
    stop_articles: str


class LanguageTemplates(msgspec.Struct, frozen=True):
    """All templates of one language."""

    layout: EmailLayout
    dates: DateFormat
    emails: dict[str, MessageTemplate]
    news: NewsTemplates
    # SMS and WhatsApp messages: one line each.
    sms: dict[str, str]


def _load(language: str) -> LanguageTemplates:
    file = resources.files(__package__).joinpath(f"{language}.json")
    return msgspec.json.decode(file.read_bytes(), type=LanguageTemplates)


def fill(text: str, variables: Mapping[str, str], placeholder: re.Pattern[str] = VARIABLE) -> str:
    """The text with each `{name}` replaced by its variable. `placeholder`: another form, whose group is the name.

    A space parts Latin letters and digits from the Chinese characters beside them: few email programs and no older
    phones know the property `text-autospace`, and an SMS has no styles.
    """

    def replace(found: re.Match[str]) -> str:
        value = variables.get(found[1])
        if value is None:
            return found[0]
        before, after = text[: found.start()][-1:], text[found.end() :][:1]
        return f"{_space(before, value[:1])}{value}{_space(after, value[-1:])}"

    # Not str.format: a template must never reach into objects. In one pass: a user's text with `{url}` stays as it is.
    return placeholder.sub(replace, text)


def _space(beside: str, edge: str) -> str:
    """The space between a character of a template and the edge of a variable."""
    return " " if _is_chinese(beside) and edge.isalnum() and not _is_chinese(edge) else ""


def _is_chinese(character: str) -> bool:
    return "\u4e00" <= character <= "\u9fff"


TEMPLATES = {language: _load(language) for language in LANGUAGES}
