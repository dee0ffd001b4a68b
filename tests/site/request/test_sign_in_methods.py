"""Sign-in methods from the auth service's settings; email only while it is unavailable."""

import httpx
import pytest

from balai.site.payloads import OAuthProvider, SignInOptions
from balai.site.request.sign_in_methods import SignInMethodsSource

SETTINGS = {
    "external": {"anonymous_users": True, "apple": False, "google": True, "line": True, "email": True, "phone": True},
    "disable_signup": True,
    "saml_enabled": True,
    "passkeys_enabled": True,
    "providers": [{"name": "line", "label": "LINE"}],
    "something_new": [1],
}


async def methods_of(response: httpx.Response | Exception) -> tuple[SignInOptions, list[httpx.Request]]:
    """Return the source's results of two calls, and its requests."""
    asked: list[httpx.Request] = []

    def serve(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        if isinstance(response, Exception):
            raise response
        return response

    async with httpx.AsyncClient(transport=httpx.MockTransport(serve), base_url="https://site.example") as client:
        source = SignInMethodsSource(client, "key")
        await source.get()
        return await source.get(), asked


async def test_settings_decide() -> None:
    options, asked = await methods_of(httpx.Response(200, json=SETTINGS))
    providers = (OAuthProvider("google", "Google"), OAuthProvider("line", "LINE"))
    assert options == SignInOptions(
        email=True, phone=True, company=True, passkeys=True, providers=providers, sign_up=False
    )
    assert [str(request.url) for request in asked] == ["https://site.example/auth/v1/settings"]


@pytest.mark.parametrize(
    "response",
    [httpx.ConnectError("gone"), httpx.Response(503), httpx.Response(200, text="<html>"), httpx.Response(200, json=[])],
)
async def test_without_a_response_email_and_password_are_offered(response: httpx.Response | Exception) -> None:
    options, asked = await methods_of(response)
    assert options == SignInOptions()
    assert len(asked) == 1
