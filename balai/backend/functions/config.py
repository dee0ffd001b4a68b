"""Builds the functions service from the settings."""

from collections.abc import Mapping
from pathlib import Path

from balai.backend.functions.application import FunctionsApplication
from balai.backend.functions.registry import Registry
from balai.backend.sandbox.pool import Sandbox
from balai.backend.token_verification import Verify
from balai.functions import Function
from balai.security.tokens import ApiKeys
from balai.settings import Settings


def _own_url(settings: Settings) -> str:
    """Returns the local address of this server. The public name may lead through a proxy that this machine cannot
    reach.
    """
    host = "127.0.0.1" if settings.host in {"0.0.0.0", "::"} else settings.host  # noqa: S104 - compared, not bound
    return f"http://{host}:{settings.port}"


def functions_app(
    settings: Settings, keys: ApiKeys, verify: Verify, own: Mapping[str, Function] | None = None
) -> FunctionsApplication:
    """Builds the application. `own` are functions that ship with the program.

    Functions find the backend under the environment variables of the hosted platform.

    Raises:
        StartError: a setting is invalid.
    """
    folder = Path(settings.functions_dir).absolute() if settings.functions_dir else None
    environment = {
        "SUPABASE_URL": _own_url(settings) if settings.backend_url == settings.site_url else settings.backend_url,
        "SUPABASE_ANON_KEY": settings.anon_key or keys.anon,
        "SUPABASE_SERVICE_ROLE_KEY": keys.service_role,
    }
    sandbox = Sandbox(max_processes=settings.functions_processes, environment=environment)
    return FunctionsApplication(Registry(folder, own), sandbox, verify)
