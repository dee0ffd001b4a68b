"""The available hooks and their configured URLs. Contract section 8 (`hook_…`); names as on the hosted platform.

A URL is `https://…` (called by a signed POST) or `pg-functions://postgres/SCHEMA/FUNCTION` (a function of this database
that takes and returns jsonb).
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
    """One configured hook. `required`: an operation fails when its hook fails."""

    name: HookName
    url: str
    secret: str = ""
    required: bool = False

    @property
    def function(self) -> str | None:
        """The quoted name of a database function; None for an HTTP hook. Raises ValueError for an invalid URL."""
        parts = urlsplit(self.url)
        if parts.scheme != FUNCTION_SCHEME:
            return None
        names = parts.path.strip("/").split("/")
        if len(names) != 2 or not all(IDENTIFIER.fullmatch(name) for name in names):
            raise ValueError(f"{self.url}: expected {FUNCTION_SCHEME}://postgres/SCHEMA/FUNCTION")
        return ".".join(f'"{name}"' for name in names)


def configured_hooks(settings: Settings) -> dict[HookName, Hook]:
    """Read the hooks from the settings. Raises ValueError for an invalid URL or an unknown name."""
    required = {name.strip() for name in settings.hooks_required.split(",") if name.strip()}
    if unknown := required - set(NAMES):
        raise ValueError(f"BALAI_HOOKS_REQUIRED: unknown: {', '.join(sorted(unknown))}; available: {', '.join(NAMES)}")
    found = {}
    for name in NAMES:
        url: str = getattr(settings, f"hook_{name}")
        if url:
            hook = Hook(name, url, settings.hook_secret, name in required)
            target = hook.function or urlsplit(url).hostname
            log.info("hook_configured", name=name, target=target, required=hook.required)
            found[name] = hook
    return found
