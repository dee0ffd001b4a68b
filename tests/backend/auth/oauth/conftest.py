"""A service that knows the OpenID provider as `campus`."""

from collections.abc import Callable

import pytest

from tests.backend.auth.service import Service
from tests.support.oidc_provider import IdentityProvider


@pytest.fixture
def service(make_service: Callable[..., Service], campus: IdentityProvider) -> Service:
    return make_service(providers={"campus": campus.settings()}, manual_linking=True)
