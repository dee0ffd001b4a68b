"""The account screens of the route table. The browser sends their actions to the auth service."""

from typing import Any

from balai.site.loaders.account import sign_in
from balai.site.loaders.pages import consents
from balai.site.routes.guards import SIGNED_IN
from balai.site.screens import Screen


def _account_screen(**fields: Any) -> Screen:
    return Screen(texts=("account",), layout="auth", noindex=True, **fields)


ACCOUNT_SCREENS: tuple[Screen, ...] = (
    _account_screen(
        name="signin",
        path="/signin",
        page="account/SignIn",
        title="signin.title",
        load=sign_in.load_sign_in,
        query=("next", "invite", "method", "token_hash", "type", "redirect_to"),
        cache=False,
    ),
    _account_screen(
        name="signup",
        path="/signup",
        page="account/SignUp",
        title="signup.title",
        load=sign_in.load_sign_up,
        query=("next", "invite"),
        cache=False,
    ),
    _account_screen(
        name="consent",
        path="/consent",
        page="account/Consent",
        title="consent.title",
        load=consents.load_consent,
        guards=SIGNED_IN,
        query=("next",),
    ),
    _account_screen(
        name="welcome",
        path="/welcome",
        page="account/Welcome",
        title="welcome.title",
        guards=SIGNED_IN,
        query=("next",),
    ),
    _account_screen(
        name="forget-password",
        path="/forget-password",
        page="account/ForgetPassword",
        title="forget-password.title",
        load=sign_in.load_sign_in,
        cache=False,
    ),
    _account_screen(
        name="reset-password",
        path="/reset-password",
        page="account/ResetPassword",
        title="reset-password.title",
        query=("token_hash", "type", "redirect_to"),
        cache=False,
    ),
)
