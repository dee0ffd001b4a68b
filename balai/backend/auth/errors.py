"""The closed list of errors of the auth service, and their two response formats.

Codes and messages are part of the protocol: official clients compare them, so they must match exactly.
"""

from datetime import datetime
from enum import StrEnum

import msgspec

from balai.database.availability import RETRY_AFTER_S
from balai.errors import BalaiError

API_VERSION = "2024-01-01"


class Code(StrEnum):
    """Machine-readable error codes of the protocol that this service uses."""

    ANONYMOUS_PROVIDER_DISABLED = "anonymous_provider_disabled"
    BAD_CODE_VERIFIER = "bad_code_verifier"
    BAD_JSON = "bad_json"
    BAD_JWT = "bad_jwt"
    BAD_OAUTH_CALLBACK = "bad_oauth_callback"
    BAD_OAUTH_STATE = "bad_oauth_state"
    CAPTCHA_FAILED = "captcha_failed"
    CONFLICT = "conflict"
    CURRENT_PASSWORD_INVALID = "current_password_invalid"  # noqa: S105 - a code, not a secret
    CURRENT_PASSWORD_REQUIRED = "current_password_required"  # noqa: S105 - a code, not a secret
    EMAIL_ADDRESS_NOT_AUTHORIZED = "email_address_not_authorized"
    EMAIL_CONFLICT_IDENTITY_NOT_DELETABLE = "email_conflict_identity_not_deletable"
    EMAIL_EXISTS = "email_exists"
    EMAIL_NOT_CONFIRMED = "email_not_confirmed"
    EMAIL_PROVIDER_DISABLED = "email_provider_disabled"
    FEATURE_DISABLED = "feature_disabled"
    FLOW_STATE_ALREADY_USED = "flow_state_already_used"
    FLOW_STATE_EXPIRED = "flow_state_expired"
    FLOW_STATE_NOT_FOUND = "flow_state_not_found"
    HOOK_PAYLOAD_INVALID_CONTENT_TYPE = "hook_payload_invalid_content_type"
    HOOK_PAYLOAD_OVER_SIZE_LIMIT = "hook_payload_over_size_limit"
    HOOK_TIMEOUT = "hook_timeout"
    HOOK_TIMEOUT_AFTER_RETRY = "hook_timeout_after_retry"
    IDENTITY_ALREADY_EXISTS = "identity_already_exists"
    IDENTITY_NOT_FOUND = "identity_not_found"
    INSUFFICIENT_AAL = "insufficient_aal"
    INVALID_CREDENTIALS = "invalid_credentials"
    INVITE_NOT_FOUND = "invite_not_found"
    MANUAL_LINKING_DISABLED = "manual_linking_disabled"
    MFA_CHALLENGE_EXPIRED = "mfa_challenge_expired"
    MFA_FACTOR_NAME_CONFLICT = "mfa_factor_name_conflict"
    MFA_FACTOR_NOT_FOUND = "mfa_factor_not_found"
    MFA_IP_ADDRESS_MISMATCH = "mfa_ip_address_mismatch"
    MFA_PHONE_ENROLL_NOT_ENABLED = "mfa_phone_enroll_not_enabled"
    MFA_PHONE_VERIFY_NOT_ENABLED = "mfa_phone_verify_not_enabled"
    MFA_TOTP_ENROLL_NOT_ENABLED = "mfa_totp_enroll_not_enabled"
    MFA_TOTP_VERIFY_NOT_ENABLED = "mfa_totp_verify_not_enabled"
    MFA_VERIFICATION_FAILED = "mfa_verification_failed"
    MFA_VERIFICATION_REJECTED = "mfa_verification_rejected"
    MFA_VERIFIED_FACTOR_EXISTS = "mfa_verified_factor_exists"
    MFA_WEBAUTHN_ENROLL_NOT_ENABLED = "mfa_webauthn_enroll_not_enabled"
    NO_AUTHORIZATION = "no_authorization"
    NOT_ADMIN = "not_admin"
    OAUTH_PROVIDER_NOT_SUPPORTED = "oauth_provider_not_supported"
    OTP_DISABLED = "otp_disabled"
    OTP_EXPIRED = "otp_expired"
    OVER_EMAIL_SEND_RATE_LIMIT = "over_email_send_rate_limit"
    OVER_REQUEST_RATE_LIMIT = "over_request_rate_limit"
    OVER_SMS_SEND_RATE_LIMIT = "over_sms_send_rate_limit"
    PASSKEY_DISABLED = "passkey_disabled"
    PHONE_EXISTS = "phone_exists"
    PHONE_NOT_CONFIRMED = "phone_not_confirmed"
    PHONE_PROVIDER_DISABLED = "phone_provider_disabled"
    PROVIDER_DISABLED = "provider_disabled"
    PROVIDER_EMAIL_NEEDS_VERIFICATION = "provider_email_needs_verification"
    REAUTHENTICATION_NEEDED = "reauthentication_needed"
    REAUTHENTICATION_NOT_VALID = "reauthentication_not_valid"
    REFRESH_TOKEN_ALREADY_USED = "refresh_token_already_used"  # noqa: S105 - a code, not a secret
    REFRESH_TOKEN_NOT_FOUND = "refresh_token_not_found"  # noqa: S105 - a code, not a secret
    REQUEST_ENTITY_TOO_LARGE = "request_entity_too_large"
    REQUEST_TIMEOUT = "request_timeout"
    SAME_PASSWORD = "same_password"  # noqa: S105 - a code, not a secret
    SAML_ASSERTION_NO_EMAIL = "saml_assertion_no_email"
    SAML_ASSERTION_NO_USER_ID = "saml_assertion_no_user_id"
    SAML_ENTITY_ID_MISMATCH = "saml_entity_id_mismatch"
    SAML_IDP_ALREADY_EXISTS = "saml_idp_already_exists"
    SAML_IDP_NOT_FOUND = "saml_idp_not_found"
    SAML_METADATA_FETCH_FAILED = "saml_metadata_fetch_failed"
    SAML_PROVIDER_DISABLED = "saml_provider_disabled"
    SAML_RELAY_STATE_EXPIRED = "saml_relay_state_expired"
    SAML_RELAY_STATE_NOT_FOUND = "saml_relay_state_not_found"
    SESSION_EXPIRED = "session_expired"
    SESSION_NOT_FOUND = "session_not_found"
    SIGNUP_DISABLED = "signup_disabled"
    SINGLE_IDENTITY_NOT_DELETABLE = "single_identity_not_deletable"
    SSO_DOMAIN_ALREADY_EXISTS = "sso_domain_already_exists"
    SSO_PROVIDER_DISABLED = "sso_provider_disabled"
    SSO_PROVIDER_NOT_FOUND = "sso_provider_not_found"
    UNEXPECTED_AUDIENCE = "unexpected_audience"
    TOO_MANY_ENROLLED_MFA_FACTORS = "too_many_enrolled_mfa_factors"
    TOO_MANY_PASSKEYS = "too_many_passkeys"
    UNEXPECTED_FAILURE = "unexpected_failure"
    UNKNOWN = "unknown"
    USER_ALREADY_EXISTS = "user_already_exists"
    USER_BANNED = "user_banned"
    USER_NOT_FOUND = "user_not_found"
    USER_SSO_MANAGED = "user_sso_managed"
    VALIDATION_FAILED = "validation_failed"
    WEB3_PROVIDER_DISABLED = "web3_provider_disabled"
    WEAK_PASSWORD = "weak_password"  # noqa: S105 - a code, not a secret
    WEBAUTHN_CHALLENGE_EXPIRED = "webauthn_challenge_expired"
    WEBAUTHN_CHALLENGE_NOT_FOUND = "webauthn_challenge_not_found"
    WEBAUTHN_CREDENTIAL_EXISTS = "webauthn_credential_exists"
    WEBAUTHN_VERIFICATION_FAILED = "webauthn_verification_failed"


class BanFacts(msgspec.Struct, frozen=True):
    """End and reason of a ban, for its user alone. Not in the protocol."""

    until: datetime
    reason: str


class AuthError(BalaiError):
    """An error response. `reasons` apply to weak passwords, `ban` to banned users; `retry_after` is in seconds."""

    def __init__(
        self,
        status: int,
        code: Code,
        message: str,
        *,
        reasons: tuple[str, ...] = (),
        retry_after: int | None = None,
        ban: BanFacts | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code: Code = code
        self.reasons = reasons
        self.retry_after = retry_after
        self.ban = ban


class OAuthError(BalaiError):
    """An error response of RFC 6749: status 400, and the same body in every version of the protocol."""

    def __init__(self, error: str, description: str) -> None:
        super().__init__(description)
        self.status = 400
        self.error = error


class OAuthErrorBody(msgspec.Struct, frozen=True):
    """The response body of an `OAuthError`."""

    error: str
    error_description: str


def invalid(message: str, status: int = 400) -> AuthError:
    """The most common error: missing, contradictory or malformed input."""
    return AuthError(status, Code.VALIDATION_FAILED, message)


def unexpected_failure() -> AuthError:
    """The error for an internal failure. The cause is only logged."""
    text = "Unexpected failure, please check server logs for more information"
    return AuthError(500, Code.UNEXPECTED_FAILURE, text)


def provider_unreachable(text: str, *, timed_out: bool) -> AuthError:
    """A sign-in provider sent no usable response: 504 if it sent none in time, else 502. The request can be retried."""
    return AuthError(504 if timed_out else 502, Code.UNEXPECTED_FAILURE, text)


def database_unavailable() -> AuthError:
    """The database cannot be reached. The request can be retried."""
    text = "The database cannot be reached"
    return AuthError(503, Code.UNEXPECTED_FAILURE, text, retry_after=RETRY_AFTER_S)


class WeakPassword(msgspec.Struct, frozen=True):
    """Machine-readable reasons why a password is too weak."""

    reasons: tuple[str, ...]


class LegacyErrorBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """The error body for clients that send no version, or one before 2024-01-01."""

    code: int
    error_code: str
    msg: str
    error_id: str | None = None
    weak_password: WeakPassword | None = None
    ban: BanFacts | None = None


class ErrorBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """The error body since 2024-01-01."""

    code: str
    message: str
    weak_password: WeakPassword | None = None
    ban: BanFacts | None = None


def error_body(error: AuthError, *, modern: bool, error_id: str) -> bytes:
    """Encodes an error in the version that the client requested."""
    weak = WeakPassword(error.reasons) if error.code is Code.WEAK_PASSWORD else None
    if modern:
        return msgspec.json.encode(ErrorBody(error.code, error.message, weak, error.ban))
    shown_id = error_id if error.status >= 500 else None
    return msgspec.json.encode(LegacyErrorBody(error.status, error.code, error.message, shown_id, weak, error.ban))


def signup_disabled() -> AuthError:
    """The error of a sign-up while it is closed."""
    return AuthError(422, Code.SIGNUP_DISABLED, "Signups not allowed for this instance")


def invitation_over() -> AuthError:
    """The error of a sign-up while it is closed, with an invitation that is not valid, or not any more."""
    return AuthError(422, Code.SIGNUP_DISABLED, "Invitation is no longer valid")
