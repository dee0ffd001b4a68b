"""Whether email sign-in is enabled, and which recipients are allowed. Contract 1.1 to 1.3, 1.6 and 4.2."""

import re

from balai.backend.auth.context import AuthService
from balai.backend.auth.errors import AuthError, Code

LABEL = re.compile(r"\+[^@]*@")


def check_email_enabled(auth: AuthService, text: str = "Email logins are disabled", *, status: int = 400) -> None:
    """Raises AuthError if sign-up and sign-in by email are disabled."""
    if not auth.config.email_sign_in:
        raise AuthError(status, Code.EMAIL_PROVIDER_DISABLED, text)


def check_email_otp_enabled(auth: AuthService) -> None:
    """Raises AuthError 422 if sign-in by emailed link or code is disabled."""
    check_email_enabled(auth, status=422)
    if not auth.config.email_otp:
        raise AuthError(422, Code.EMAIL_PROVIDER_DISABLED, "Login with magic link is disabled")


def check_recipient_allowed(auth: AuthService, email: str) -> None:
    """Raises AuthError 400 for a recipient that is not allowed, with or without account. Ignores a `+label`."""
    allowed = auth.config.email_allowed_recipients
    if allowed and LABEL.sub("@", email.lower()) not in allowed:
        text = f'Email address "{email}" cannot be used as it is not authorized'
        raise AuthError(400, Code.EMAIL_ADDRESS_NOT_AUTHORIZED, text)
