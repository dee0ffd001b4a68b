"""The closed list of errors that the auth service answers with, and their two bodies on the wire.

Codes and messages are facts of the protocol: official clients compare them, so they stay exact to the letter.
"""

from enum import StrEnum

import msgspec

from balai.errors import BalaiError

API_VERSION = "2024-01-01"


class Code(StrEnum):
    """Machine-readable error codes of the protocol that this service uses."""

    ANONYMOUS_PROVIDER_DISABLED = "anonymous_provider_disabled"
    BAD_CODE_VERIFIER = "bad_code_verifier"
    BAD_JSON = "bad_json"
    BAD_JWT = "bad_jwt"
    CONFLICT = "conflict"
    EMAIL_EXISTS = "email_exists"
    EMAIL_NOT_CONFIRMED = "email_not_confirmed"
    FLOW_STATE_EXPIRED = "flow_state_expired"
    FLOW_STATE_NOT_FOUND = "flow_state_not_found"
    INVALID_CREDENTIALS = "invalid_credentials"
    MANUAL_LINKING_DISABLED = "manual_linking_disabled"
    NO_AUTHORIZATION = "no_authorization"
    NOT_ADMIN = "not_admin"
    OTP_DISABLED = "otp_disabled"
    OTP_EXPIRED = "otp_expired"
    OVER_EMAIL_SEND_RATE_LIMIT = "over_email_send_rate_limit"
    OVER_REQUEST_RATE_LIMIT = "over_request_rate_limit"
    PHONE_EXISTS = "phone_exists"
    PHONE_PROVIDER_DISABLED = "phone_provider_disabled"
    REFRESH_TOKEN_ALREADY_USED = "refresh_token_already_used"  # noqa: S105 - a code, not a secret
    REFRESH_TOKEN_NOT_FOUND = "refresh_token_not_found"  # noqa: S105 - a code, not a secret
    REQUEST_ENTITY_TOO_LARGE = "request_entity_too_large"
    REQUEST_TIMEOUT = "request_timeout"
    SAME_PASSWORD = "same_password"  # noqa: S105 - a code, not a secret
    SAML_PROVIDER_DISABLED = "saml_provider_disabled"
    SESSION_EXPIRED = "session_expired"
    SESSION_NOT_FOUND = "session_not_found"
    SIGNUP_DISABLED = "signup_disabled"
    UNEXPECTED_FAILURE = "unexpected_failure"
    USER_ALREADY_EXISTS = "user_already_exists"
    USER_BANNED = "user_banned"
    USER_NOT_FOUND = "user_not_found"
    VALIDATION_FAILED = "validation_failed"
    WEAK_PASSWORD = "weak_password"  # noqa: S105 - a code, not a secret


class AuthError(BalaiError):
    """A refusal of the auth service; `reasons` is set for weak passwords alone."""

    def __init__(self, status: int, code: Code, message: str, *, reasons: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.status = status
        self.code: Code = code
        self.reasons = reasons


def invalid(message: str, status: int = 400) -> AuthError:
    """The commonest refusal: missing, contradictory or malformed input."""
    return AuthError(status, Code.VALIDATION_FAILED, message)


def unexpected() -> AuthError:
    """What a caller hears of a failure whose cause only the log may know."""
    text = "Unexpected failure, please check server logs for more information"
    return AuthError(500, Code.UNEXPECTED_FAILURE, text)


class WeakPassword(msgspec.Struct, frozen=True):
    """Why a password is too weak, for programs."""

    reasons: tuple[str, ...]


class LegacyBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """The error body for clients that name no version, or one before 2024-01-01."""

    code: int
    error_code: str
    msg: str
    error_id: str | None = None
    weak_password: WeakPassword | None = None


class Body(msgspec.Struct, frozen=True, omit_defaults=True):
    """The error body since 2024-01-01."""

    code: str
    message: str
    weak_password: WeakPassword | None = None


def error_body(error: AuthError, *, modern: bool, error_id: str) -> bytes:
    """The body of an error in the version that the client asked for."""
    weak = WeakPassword(error.reasons) if error.code is Code.WEAK_PASSWORD else None
    if modern:
        return msgspec.json.encode(Body(error.code, error.message, weak))
    shown_id = error_id if error.status >= 500 else None
    return msgspec.json.encode(LegacyBody(error.status, error.code, error.message, shown_id, weak))
