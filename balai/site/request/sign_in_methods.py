"""The enabled sign-in methods, read from the auth service for the sign-in page."""

import time

import httpx
import msgspec
import structlog

from balai.site.payloads import OAuthProvider, SignInOptions

# Listed among the providers in the response, but not OAuth providers.
OWN_METHODS = {"anonymous_users", "email", "phone"}
CACHE_TTL_S = 60.0
RETRY_DELAY_S = 5.0
TIMEOUT_S = 2.0

log = structlog.get_logger("balai.site.sign_in_methods")


class AuthSettings(msgspec.Struct, frozen=True):
    """The part of `GET /auth/v1/settings` that the page needs (contract 1.12).

    `providers`, with their labels, is an extension of ours; other implementations omit it.
    """

    external: dict[str, bool]
    disable_signup: bool = False
    saml_enabled: bool = False
    passkeys_enabled: bool = False
    mailer_autoconfirm: bool = False
    providers: tuple[OAuthProvider, ...] = ()


class SignInMethodsSource:
    """Reads the settings at most once a minute. While the service fails, the last response is used."""

    def __init__(self, service: httpx.AsyncClient | None, api_key: str) -> None:
        self._service = service
        self._headers = {"apikey": api_key}
        self._methods = SignInOptions()
        self._expires_at = 0.0

    async def get(self) -> SignInOptions:
        """The enabled methods. Until the first response of the service: email and password only."""
        if self._service is not None and time.monotonic() >= self._expires_at:
            self._expires_at = time.monotonic() + RETRY_DELAY_S
            await self._refresh(self._service)
        return self._methods

    async def _refresh(self, service: httpx.AsyncClient) -> None:
        try:
            response = await service.get("/auth/v1/settings", headers=self._headers, timeout=TIMEOUT_S)
            response.raise_for_status()
            self._methods = _read(msgspec.json.decode(response.content, type=AuthSettings))
            self._expires_at = time.monotonic() + CACHE_TTL_S
        except (httpx.HTTPError, msgspec.MsgspecError) as error:
            log.warning("auth_settings_unreadable", error=str(error))


def _read(settings: AuthSettings) -> SignInOptions:
    enabled = {name for name, is_open in settings.external.items() if is_open}
    labels = {provider.name: provider.label for provider in settings.providers}
    return SignInOptions(
        email="email" in enabled,
        phone="phone" in enabled,
        company=settings.saml_enabled,
        passkeys=settings.passkeys_enabled,
        providers=tuple(
            OAuthProvider(name, labels.get(name, name.capitalize()))
            for name in settings.external
            if name in enabled - OWN_METHODS
        ),
        sign_up=not settings.disable_signup,
        confirms_email=not settings.mailer_autoconfirm,
    )
