"""Which ways of signing in are open, as the auth service says: the sign-in page is drawn with them."""

import time

import httpx
import msgspec
import structlog

from balai.site.screens import OutsideProvider, SignInWays

# Not among the outside providers, though they stand in the same list.
OWN_WAYS = {"anonymous_users", "email", "phone"}
KEPT_FOR = 60.0
AGAIN_AFTER = 5.0
PATIENCE = 2.0

log = structlog.get_logger("balai.site.sign_in_ways")


class ServiceSettings(msgspec.Struct, frozen=True):
    """The part of `GET /auth/v1/settings` that decides what the page shows (contract 1.12).

    `providers`, with the names that people know, is ours; another's service leaves it out.
    """

    external: dict[str, bool]
    disable_signup: bool = False
    saml_enabled: bool = False
    passkeys_enabled: bool = False
    providers: tuple[OutsideProvider, ...] = ()


class SignInWaysSource:
    """Asks the service at most once a minute, and goes by the last answer while it gives none."""

    def __init__(self, service: httpx.AsyncClient | None, api_key: str) -> None:
        self._service = service
        self._headers = {"apikey": api_key}
        self._ways = SignInWays()
        self._until = 0.0

    async def get(self) -> SignInWays:
        """The ways that are open; by mail and password alone as long as the service has never answered."""
        if self._service is not None and time.monotonic() >= self._until:
            self._until = time.monotonic() + AGAIN_AFTER
            await self._ask(self._service)
        return self._ways

    async def _ask(self, service: httpx.AsyncClient) -> None:
        try:
            answer = await service.get("/auth/v1/settings", headers=self._headers, timeout=PATIENCE)
            answer.raise_for_status()
            self._ways = _read(msgspec.json.decode(answer.content, type=ServiceSettings))
            self._until = time.monotonic() + KEPT_FOR
        except (httpx.HTTPError, msgspec.MsgspecError) as error:
            log.warning("the auth service did not tell its settings", error=str(error))


def _read(settings: ServiceSettings) -> SignInWays:
    open_ways = {name for name, is_open in settings.external.items() if is_open}
    labels = {provider.name: provider.label for provider in settings.providers}
    return SignInWays(
        email="email" in open_ways,
        phone="phone" in open_ways,
        company=settings.saml_enabled,
        passkeys=settings.passkeys_enabled,
        providers=tuple(
            OutsideProvider(name, labels.get(name, name.capitalize()))
            for name in settings.external
            if name in open_ways - OWN_WAYS
        ),
        sign_up=not settings.disable_signup,
    )
