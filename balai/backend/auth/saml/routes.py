"""SAML single sign-on: endpoints, and administration of its providers."""

from typing import Any

from litestar import Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath

from balai.backend.auth.captcha.verification import check_captcha
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.http import json_response, see_other
from balai.backend.auth.rate_limits import Limit
from balai.backend.auth.saml.admin import add_provider, change_provider, list_providers, remove_provider, show_provider
from balai.backend.auth.saml.authorize import begin, check_enabled
from balai.backend.auth.saml.callback import consume
from balai.backend.auth.saml.protocol.metadata import describe_hall


@post("/sso")
async def handle_sso(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[Any]:
    """Send somebody to her company's identity provider."""
    check_enabled(auth)
    await auth.limits.check(Limit.SSO, request)
    await check_captcha(auth, request)
    departure = await begin(auth, request)
    return json_response({"url": departure.url}) if departure.is_told else see_other(departure.url)


@get("/sso/saml/metadata")
async def handle_saml_metadata(auth: NamedDependency[AuthService]) -> Response[str]:
    """What identity providers want to know of this hall."""
    check_enabled(auth)
    key = await auth.hall_keys.get(auth.pool, auth.config)
    return Response(describe_hall(auth.config, key.certificate), media_type="application/xml")


@post("/sso/saml/acs")
async def handle_saml_answer(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[None]:
    """Take somebody back from her company's identity provider."""
    check_enabled(auth)
    await auth.limits.check(Limit.SAML, request)
    status, address = await consume(auth, request)
    return see_other(address, status=status)


@get("/admin/sso/providers")
async def handle_list_companies(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """The companies with an identity provider of their own."""
    return json_response(await list_providers(auth, request))


@post("/admin/sso/providers")
async def handle_add_company(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Add one."""
    return json_response(await add_provider(auth, request))


@get("/admin/sso/providers/{provider_id:str}")
async def handle_show_company(
    request: AuthRequest, auth: NamedDependency[AuthService], provider_id: FromPath[str]
) -> Response[bytes]:
    """One of them."""
    return json_response(await show_provider(auth, request, provider_id))


@put("/admin/sso/providers/{provider_id:str}")
async def handle_change_company(
    request: AuthRequest, auth: NamedDependency[AuthService], provider_id: FromPath[str]
) -> Response[bytes]:
    """Change one."""
    return json_response(await change_provider(auth, request, provider_id))


@delete("/admin/sso/providers/{provider_id:str}", status_code=200)
async def handle_remove_company(
    request: AuthRequest, auth: NamedDependency[AuthService], provider_id: FromPath[str]
) -> Response[bytes]:
    """Remove one."""
    return json_response(await remove_provider(auth, request, provider_id))


HANDLERS = [
    handle_sso,
    handle_saml_metadata,
    handle_saml_answer,
    handle_list_companies,
    handle_add_company,
    handle_show_company,
    handle_change_company,
    handle_remove_company,
]
