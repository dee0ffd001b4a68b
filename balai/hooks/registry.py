"""Which hooks there are and where each leads. Contract section 8 (`hook_…`); named as the hosted platform names them.

An address is `https://…` (a program, told by a signed POST) or `pg-functions://postgres/SCHEMA/FUNCTION` (a function of
this database that takes and returns jsonb).
"""

import re
from typing import Literal, TypeAlias
from urllib.parse import urlsplit

import msgspec
import structlog

from balai.settings import Settings

HookName: TypeAlias = Literal[
    "send_email",
    "send_sms",
    "custom_access_token",
    "before_user_created",
    "password_verification_attempt",
    "mfa_verification_attempt",
]
NAMES: tuple[HookName, ...] = HookName.__args__  # type: ignore[attr-defined]
FUNCTION_SCHEME = "pg-functions"
IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_$]{0,62}")

log = structlog.get_logger("balai.hooks")


class Hook(msgspec.Struct, frozen=True):
    """Where a hook leads. `required`: where it fails, so does what it was asked about."""

    name: HookName
    url: str
    secret: str = ""
    required: bool = False

    @property
    def function(self) -> str | None:
        """The quoted name of a database function; None for a program. Raises ValueError for an address that is none."""
        parts = urlsplit(self.url)
        if parts.scheme != FUNCTION_SCHEME:
            return None
        names = parts.path.strip("/").split("/")
        if len(names) != 2 or not all(IDENTIFIER.fullmatch(name) for name in names):
            raise ValueError(f"{self.url}: give {FUNCTION_SCHEME}://postgres/SCHEMA/FUNCTION")
        return ".".join(f'"{name}"' for name in names)


def configured_hooks(settings: Settings) -> dict[HookName, Hook]:
    """The hooks that the settings name. Raises ValueError for an address or a name that is none."""
    required = {name.strip() for name in settings.hooks_required.split(",") if name.strip()}
    if unknown := required - set(NAMES):
        raise ValueError(f"BALAI_HOOKS_REQUIRED: {', '.join(sorted(unknown))}: give some of {', '.join(NAMES)}")
    found = {}
    for name in NAMES:
        url: str = getattr(settings, f"hook_{name}")
        if url:
            hook = Hook(name, url, settings.hook_secret, name in required)
            log.info("hook", name=name, leads_to=hook.function or urlsplit(url).hostname, required=hook.required)
            found[name] = hook
    return found
