"""One OpenID provider for all of these tests, and a hall that knows it as `campus`."""

from collections.abc import Callable, Iterator

import pytest

from tests.backend.auth.service import SITE, Service
from tests.support.oidc_provider import IdentityProvider, running_provider


@pytest.fixture(scope="session")
def campus() -> Iterator[IdentityProvider]:
    with running_provider(f"{SITE}/auth/v1/callback") as provider:
        yield provider


@pytest.fixture
def hall(make_service: Callable[..., Service], campus: IdentityProvider) -> Service:
    return make_service(providers={"campus": campus.settings()}, manual_linking=True)
