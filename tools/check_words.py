"""Rejects words that docs/glossary.md avoids, where they have no other meaning.

Usage: python tools/check_words.py [PATH ...]    Without arguments it checks COVERED, as `make check` does.

Two tables drive it. WORDS applies to prose: Markdown outside code, comments and docstrings, names of test functions.
RENAMED applies to the whole text, since these identifiers no longer exist. Sentences of comments and docstrings do not
begin with "What" or "Who" either: they name the thing. Each finding is one line `file:line: "found": use "…"`; the exit
code is 1 if there are any.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

# Files and folders that are checked, relative to the project.
COVERED = (
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "balai",
    "bench",
    "docs",
    "tests",
    "tools",
    "web",
)

# These name the avoided words on purpose.
EXCLUDED = {
    "docs/glossary.md",
    "docs/terms.md",
    "tools/check_words.py",
    "tests/test_check_words.py",
    "balai/database/schema/backend/adopt_0067.sql",
    "balai/database/schema/site/adopt_0127.sql",
}
SKIPPED_FOLDERS = {"node_modules", "static", "__pycache__", "build", "dist"}

SUFFIXES = {".md", ".py", ".ts", ".tsx", ".js", ".mjs", ".css", ".sql"}


@dataclass(frozen=True)
class Word:
    """An avoided expression in prose: a pattern, what to write instead, and contexts in which it is right."""

    avoid: str
    use: str
    allowed: str = ""


WORDS = (
    Word(r"e-mails?|e-mailed|mailed", "email"),
    Word(r"mails?", "email", r"mail (server|client|scanner|domain)s?|mail\.\w+|MAIL FROM"),
    Word(
        r"letters?",
        "email, queued message or message",
        r"(small|capital|lower-?case|upper-?case|single|first|last|one|two|ASCII|Latin|Greek) letters?"
        r"|letters?,? (and|or) (digits?|numbers?|marks?)|letters? (of the|in the|from the) alphabet|letter case",
    ),
    Word(r"anew", "again, such as: rendered again, retried"),
    Word(r"un-?drawn", "not rendered"),
    Word(r"kept (page|pages|answer|answers|plan|plans)", "cached page, response, plan"),
    Word(r"keepers?", "cache, listener or loader"),
    Word(r"h[ua]ngs? up|hanging up", "disconnected, disconnects"),
    Word(r"who(so)?ever|whomever|whosever", "the user, caller or client"),
    Word(r"somebody|someone|anybody|everybody|nobody|no one", "a user, any client, all subscribers, no request"),
    Word(r"she|her|hers|herself", "they, their"),
    Word(r"newcomers?", "new user"),
    Word(r"stand-?by halls?|(the|this|our|a fresh|another|one|no) halls?", "the site (pages), the instance"),
    Word(r"(is|are|was|were|be|been|being) told(?! apart)", "receives, is notified"),
    Word(r"(is|are|was|were) asked all day", "is requested often"),
    Word(r"without a word", "silently, without an error"),
    Word(r"(takes?|taking|took) turns", "serialize, acquire an advisory lock"),
    Word(r"lends?|lent", "acquire, hand out"),
    Word(r"puts? off|putting off", "reschedule, retry later"),
    Word(r"foresaw|foresees?|foreseen", "unexpected"),
    Word(r"tid(y|ied|ies|ying)( up)?", "clean up"),
    Word(r"ha(s|ve|d) had (its|their) time", "has expired"),
    Word(r"puzzles?", "challenge"),
    Word(r"(against|keeps?|keeping|stops?) robots|robots out", "bots, bot check"),
    Word(r"parcels?", "envelope, message"),
    Word(r"postm[ae]n", "dispatcher"),
    Word(r"patience", "timeout"),
    Word(r"texters?", "SMS sender"),
    Word(r"forgives?|forgiven|forgiving", "reset"),
    Word(r"departures?(?! from)", "account deletion"),
)

# Identifiers, addresses and settings that were renamed: old → new.
RENAMED = {
    "HERS": "PRIVATE_HEADERS",
    "PATIENCE_S": "IDLE_TIMEOUT_S",
    "TAKE_TURNS": "ADVISORY_LOCK",
    "PUT_OFF": "RESCHEDULE",
    "answer_floor": "min_response_time",
    "texter": "sms_sender",
    "Texter": "SmsSender",
    "tally": "metrics",
    "Tally": "RequestMetrics",
    "Postman": "ChangeDispatcher",
    "CacheKeeper": "SchemaLoader",
    "cache_keeper": "schema_loader",
    "RingKeeper": "KeyRingListener",
    "HallKey": "ServiceKey",
    "HallKeys": "ServiceKeys",
    "hall_keys": "service_key",
    "queue_letter": "enqueue",
    "HookRefusal": "HookRejection",
    "come_back": "handle_callback",
    "mark_browser": "bind_browser",
    "forget_outsiders": "remove_unverified_credentials",
    "counted_refresh": "refresh_v2",
    "counted_tokens": "refresh_token_v2",
    "CountedToken": "RefreshTokenV2",
    "take_turns": "lock_booking_resources",
    "takes_turns": "lock_if_limited",
    "loose_versions": "unreferenced_blobs",
    "silent_requests": "unknown_address_requests",
    "proof_mails": "bot_check_emails",
    "proof_codes": "bot_check_codes",
    "check_proof": "check_bot_token",
    "x-proof": "x-bot-check",
    "withProof": "withBotCheck",
    "ProofByMail": "EmailBotCheck",
    "tell_of_departure": "queue_deletion_email",
    "make_profile": "create_profile",
    "claim_slug": "reserve_slug",
    "is_elsewhere": "has_host_conflict",
    "check_pace": "check_rate_limit",
    "refuse_booking": "raise_booking_error",
    "fair_limits": "posting_limits",
    "too_many_lines": "too_many_waiting_lists",
    "HouseDays": "ClosedDays",
    "SentElsewhere": "RedirectTo",
    "keepActs": "recordEvents",
    "replayEarly": "replayEvents",
    "tickAgain": "replayToggle",
    "textParts": "textBundles",
    "partOfText": "bundleOfKey",
    "readKept": "readSavedField",
    "keepTexts": "registerTexts",
    "drawPage": "renderPage",
    "drawNode": "renderNode",
    "useFollow": "useRowChanges",
    "WriteDesk": "ArticleEditor",
    "useWriting": "useArticleEditor",
    "MemberActs": "MemberActions",
    "LiveParts": "ThreadUpdates",
    "ThingHead": "ReportSubject",
    "ListNews": "NewItemsNotice",
    "NewsBar": "NewItemsBar",
    "WaysIn": "SignInMethods",
    "sign_in_ways": "sign_in_methods",
    "takeReturn": "handleAuthReturn",
    "askFactor": "redirectToFactor",
    "askPassword": "redirectToNewPassword",
    "sayFailure": "showError",
    "balai_requests": "balai_http_requests",
    "balai_request_seconds": "balai_http_request_duration_seconds",
    "balai.line": "balai.websocket_writer",
    "/auth/v1/places": "/auth/v1/sessions/locations",
    "/captcha/code": "/captcha/email-code",
    "BALAI_DATA": "BALAI_DATA_DIR",
    "BALAI_FUNCTIONS": "BALAI_FUNCTIONS_DIR",
    "BALAI_DATABASE_CONNECTIONS": "BALAI_DATABASE_POOL_SIZE",
    "BALAI_SMS_SECRET": "BALAI_SMS_WEBHOOK_SECRET",
    "BALAI_OAUTH_PROVIDERS": "BALAI_OAUTH_PROVIDERS_FILE",
    "BALAI_CAPTCHA_URL": "BALAI_CAPTCHA_VERIFY_URL",
    "BALAI_REST_ORIGINS": "BALAI_REST_CORS_ORIGINS",
    "BALAI_STORAGE_KEY": "BALAI_STORAGE_ACCESS_KEY_ID",
    "BALAI_STORAGE_SECRET": "BALAI_STORAGE_SECRET_ACCESS_KEY",
}

# Families of renamed identifiers.
RENAMED_PATTERNS = (
    Word(r"(MOST|LARGEST|LONGEST)_[A-Z_]+", "MAX_…"),
    Word(r"LEAST_[A-Z_]+", "MIN_…"),
    Word(r"KEPT_[A-Z_]+", "CACHE_…"),
    Word(r"BALAI_MAIL_[A-Z_]+", "BALAI_EMAIL_…, BALAI_OAUTH_UNVERIFIED_EMAILS"),
)

_PROSE = re.compile(
    rf"\b(?:{'|'.join(f'(?P<w{index}>{word.avoid})' for index, word in enumerate(WORDS))})\b", re.IGNORECASE
)
_ALLOWED = {index: re.compile(word.allowed, re.IGNORECASE) for index, word in enumerate(WORDS) if word.allowed}
_FAMILIES = [(re.compile(rf"\b{word.avoid}\b"), word.use) for word in RENAMED_PATTERNS]
_IDENTIFIER = re.compile(r"\w+")
_QUESTION = re.compile(r"(?:^[\s/*#-]*|[.!?:]\s+)(?P<found>What|Whatever|Who|Whose|Whom)\b(?![^.]*\?)")

_MARKDOWN_CODE = re.compile(r"^```.*?^```|`[^`\n]*`|\]\([^)\s]*\)", re.S | re.M)
_INLINE_CODE = re.compile(r"`[^`\n]*`|https?://\S+|\S+@\S+")
_SCRIPT_COMMENT = re.compile(
    r"""(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|(?P<comment>//[^\n]*|/\*.*?\*/)""", re.S
)
_SQL_COMMENT = re.compile(r"(?P<text>'(?:''|[^'])*')|(?P<comment>--[^\n]*|/\*.*?\*/)", re.S)


@dataclass(frozen=True)
class Finding:
    line: int
    found: str
    use: str


def find_words(text: str, suffix: str) -> list[Finding]:
    """Find avoided words and renamed identifiers in one file's text."""
    findings = [
        Finding(start + prose.count("\n", 0, match.start()), match.group(), WORDS[index].use)
        for start, prose in _prose(text, suffix)
        for match in _PROSE.finditer(prose)
        if not _is_allowed(index := int(str(match.lastgroup)[1:]), match, prose)
    ]
    findings += [Finding(1 + text.count("\n", 0, start), found, use) for start, found, use in _renamed(text)]
    return sorted(findings, key=lambda finding: (finding.line, finding.found))


def find_questions(text: str, suffix: str) -> list[Finding]:
    """Find comments and docstrings that begin with an indirect question in place of a noun."""
    pieces = _prose(text, suffix) if suffix != ".md" else ()
    return [
        Finding(line + prose.count("\n", 0, match.start()), match.group("found"), "the thing itself as the subject")
        for line, prose in pieces
        for match in _QUESTION.finditer(prose)
    ]


def _is_allowed(index: int, match: re.Match[str], prose: str) -> bool:
    contexts = _ALLOWED[index].finditer(prose) if index in _ALLOWED else ()
    return any(context.start() <= match.start() < context.end() for context in contexts)


def _renamed(text: str) -> Iterator[tuple[int, str, str]]:
    for match in _IDENTIFIER.finditer(text):
        if use := RENAMED.get(match.group()):
            yield match.start(), match.group(), use
    for old, use in RENAMED.items():
        # Addresses and headers are more than an identifier.
        if not old.isidentifier():
            for match in re.finditer(rf"(?<![\w-]){re.escape(old)}(?![\w-])", text) if old in text else ():
                yield match.start(), old, use
    for pattern, use in _FAMILIES:
        for match in pattern.finditer(text):
            yield match.start(), match.group(), use


def _prose(text: str, suffix: str) -> Iterator[tuple[int, str]]:
    """The pieces of prose in a text, each with the number of its first line."""
    if suffix == ".md":
        yield 1, _MARKDOWN_CODE.sub(lambda code: "\n" * code.group().count("\n"), text)
        return
    parts = _python_prose(text) if suffix == ".py" else _comments(text, _SQL_COMMENT if suffix == ".sql" else None)
    for line, part in parts:
        yield line, _INLINE_CODE.sub("", part)


def _python_prose(text: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            # A string that stands alone is a docstring, also below an assignment.
            for statement in node.body:
                if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                    yield statement.lineno, str(statement.value.value)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield node.lineno, node.name.replace("_", " ")


def _comments(text: str, pattern: re.Pattern[str] | None) -> Iterator[tuple[int, str]]:
    for match in (pattern or _SCRIPT_COMMENT).finditer(text):
        if comment := match.group("comment"):
            yield 1 + text.count("\n", 0, match.start()), comment


def list_files(paths: list[str]) -> list[Path]:
    """The checked files below the paths, in order."""
    files: set[Path] = set()
    for path in paths:
        whole = ROOT / path
        if not whole.exists():
            raise SystemExit(f"{path} does not exist: correct COVERED in tools/check_words.py")
        files |= {whole} if whole.is_file() else {file for file in whole.rglob("*") if file.is_file()}
    return sorted(
        file
        for file in files
        if file.suffix in SUFFIXES
        and str(file.relative_to(ROOT)) not in EXCLUDED
        and not SKIPPED_FOLDERS.intersection(file.relative_to(ROOT).parts)
    )


def _find(file: Path) -> list[Finding]:
    text = file.read_text()
    # Version files of the schema never change.
    is_frozen = file.parent.name == "versions"
    return find_words(text, file.suffix) + ([] if is_frozen else find_questions(text, file.suffix))


def main(paths: list[str]) -> int:
    lines = [
        f'{file.relative_to(ROOT)}:{finding.line}: "{finding.found}": use "{finding.use}"'
        for file in list_files(paths or list(COVERED))
        for finding in _find(file)
    ]
    sys.stdout.writelines(f"{line}\n" for line in lines)
    if lines:
        sys.stdout.write(f"{len(lines)} words that docs/glossary.md avoids\n")
    return 1 if lines else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
