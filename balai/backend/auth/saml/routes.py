"""Routes of SAML single sign-on and of the administration of its providers."""

from typing import Any

from litestar import Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath

from balai.backend.auth.captcha.verification import check_captcha
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.http import json_response, see_other
from balai.backend.auth.rate_limits import Limit
from balai.backend.auth.saml.admin import (
    create_saml_provider,
    delete_saml_provider,
    get_saml_provider,
    list_saml_providers,
    update_saml_provider,
)
from balai.backend.auth.saml.authorize import check_saml_enabled, start_sign_in
from balai.backend.auth.saml.callback import process_response
from balai.backend.auth.saml.protocol.metadata import service_provider_metadata


@post("/sso")
async def handle_sso(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[Any]:
    """Redirect the user to their company's identity provider."""
    check_saml_enabled(auth)
    await auth.limits.check(Limit.SSO, request)
    await check_captcha(auth, request)
    redirect = await start_sign_in(auth, request)
    return json_response({"url": redirect.url}) if redirect.returns_url else see_other(redirect.url)


@get("/sso/saml/metadata")
async def handle_saml_metadata(auth: NamedDependency[AuthService]) -> Response[str]:
    """Return this instance's metadata for identity providers."""
    check_saml_enabled(auth)
    key = await auth.saml_keys.get(auth.pool, auth.config)
    return Response(service_provider_metadata(auth.config, key.certificate), media_type="application/xml")


@post("/sso/saml/acs")
async def handle_saml_response(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[None]:
    """Handle the identity provider's response."""
    check_saml_enabled(auth)
    await auth.limits.check(Limit.SAML, request)
    status, url = await process_response(auth, request)
    return see_other(url, status=status)


@get("/admin/sso/providers")
async def handle_list_saml_providers(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """List the SAML providers."""
    return json_response(await list_saml_providers(auth, request))


@post("/admin/sso/providers")
async def handle_create_saml_provider(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Create a SAML provider."""
    return json_response(await create_saml_provider(auth, request))


@get("/admin/sso/providers/{provider_id:str}")
async def handle_get_saml_provider(
    request: AuthRequest, auth: NamedDependency[AuthService], provider_id: FromPath[str]
) -> Response[bytes]:
    """Return one SAML provider."""
    return json_response(await get_saml_provider(auth, request, provider_id))


@put("/admin/sso/providers/{provider_id:str}")
async def handle_update_saml_provider(
    request: AuthRequest, auth: NamedDependency[AuthService], provider_id: FromPath[str]
) -> Response[bytes]:
    """Update a SAML provider."""
    return json_response(await update_saml_provider(auth, request, provider_id))


@delete("/admin/sso/providers/{provider_id:str}", status_code=200)
async def handle_delete_saml_provider(
    request: AuthRequest, auth: NamedDependency[AuthService], provider_id: FromPath[str]
) -> Response[bytes]:
    """Delete a SAML provider."""
    return json_response(await delete_saml_provider(auth, request, provider_id))


HANDLERS = [
    handle_sso,
    handle_saml_metadata,
    handle_saml_response,
    handle_list_saml_providers,
    handle_create_saml_provider,
    handle_get_saml_provider,
    handle_update_saml_provider,
    handle_delete_saml_provider,
]
