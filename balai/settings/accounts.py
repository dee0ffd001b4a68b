"""Settings of accounts: sign-up and sign-in, sessions, second factors, providers, CAPTCHA and rate limits."""

from dataclasses import dataclass
from typing import Any

from balai.settings import forms
from balai.settings.setting import NO_LIMIT, setting

TEN_YEARS_MIN = 5_256_000
DAY_S = 86_400
# Sign-in providers with settings of their own: name in the protocol → name for users.
OAUTH = {
    "apple": "Apple",
    "azure": "Microsoft",
    "facebook": "Facebook",
    "github": "GitHub",
    "google": "Google",
    "line": "LINE",
}


def _client_id(label: str) -> Any:
    return setting("", f"Client id of the sign-in with {label}; off if empty")


def _factor_switch(action: str, name: str, condition: str) -> Any:
    text = f"Allow members to {action} {name} as a second factor; if empty, on with `balai serve` {condition}"
    return setting("", text, choices=("", "true", "false"))


def _client_secret(label: str) -> Any:
    return setting("", f"Client secret of the sign-in with {label}", secret=True)


@dataclass(frozen=True, kw_only=True)
class AccountSettings:
    """A part of `Settings`."""

    # Accounts
    sign_up: bool = setting("true", "Allow new accounts; if false, only administrators create them, or invite")
    email_sign_in: bool = setting("true", "Allow sign-up and sign-in by email")
    email_otp: bool = setting("true", "Allow sign-in by an emailed link or code")
    email_allowed_recipients: str = setting(
        "", "The only addresses that receive account emails, separated by commas; all if empty"
    )
    email_autoconfirm: bool = setting("false", "Accept new accounts without a confirmation email")
    email_secure_change: bool = setting("true", "A change of email needs a code from both addresses")
    email_link_seconds: int = setting("86400", "Lifetime of emailed links", minimum=1, maximum=30 * DAY_S)
    email_code_seconds: str = setting(
        "",
        "Lifetime of emailed codes that are typed; 600 if empty, that of links for `balai backend`",
        minimum=1,
        maximum=30 * DAY_S,
    )
    email_code_length: int = setting("6", "Digits of an emailed code", minimum=6, maximum=10)
    email_interval_seconds: int = setting(
        "60", "Minimum time between two emails of one kind to one account", minimum=0, maximum=DAY_S
    )
    security_notices: str = setting(
        "",
        "Email users about changes of their password, addresses, identities and factors; on with `balai serve`",
        choices=("", "true", "false"),
    )
    phone_sign_in: bool = setting("true", "Allow sign-up and sign-in by phone, if SMS can be sent")
    phone_autoconfirm: bool = setting("false", "Accept new accounts and changed numbers without an SMS")
    sms_code_seconds: str = setting(
        "", "Lifetime of codes by SMS; 300 if empty, 60 for `balai backend`", minimum=1, maximum=DAY_S
    )
    sms_code_length: int = setting("6", "Digits of a code by SMS", minimum=6, maximum=10)
    sms_interval_seconds: int = setting(
        "60", "Minimum time between two SMS of one kind to one account", minimum=0, maximum=DAY_S
    )
    sms_test_codes: str = setting(
        "",
        "Phone numbers with fixed codes, to which no SMS is sent, such as +60120000001=123456, separated by commas",
        secret=True,
        parse=forms.parse_test_codes,
        form="phone numbers and codes such as +60120000001=123456, separated by commas",
    )
    sms_test_codes_until: str = setting(
        "",
        "Time from which the fixed codes are ordinary numbers, such as 2026-12-31T00:00:00Z; never if empty",
        parse=forms.parse_time,
        form="a time such as 2026-12-31T00:00:00Z",
    )
    anonymous_users: bool = setting("false", "Allow anonymous sign-in, as a temporary member")
    redirect_urls: str = setting(
        "", "Other applications that sign-in links may redirect to, separated by commas; * and ** are wildcards"
    )
    password_min_length: str = setting(
        "", "Minimum length of a password, from 6; 10 if empty, 6 for `balai backend`", minimum=6, maximum=72
    )
    password_required_characters: str = setting(
        "", "Sets of characters, separated by colons; a password needs one of each set"
    )
    password_breach_url: str = setting(
        "",
        "Service that lists breached passwords by SHA-1 prefix, such as "
        "https://api.pwnedpasswords.com/range; not checked if empty",
        schemes=("https", "http"),
    )
    password_breach_required: bool = setting(
        "false", "Reject a new password while the service of breached passwords does not respond"
    )
    password_require_reauthentication: bool = setting(
        "false", "Require an emailed code to change a password in sessions older than a day"
    )
    password_require_current: bool = setting("false", "Require the current password to change it")

    # Sessions
    access_token_seconds: int = setting(
        "3600", "Lifetime of access tokens; clients refresh them 90 seconds before", minimum=10, maximum=7 * DAY_S
    )
    jwt_issuer: str = setting("", "Issuer of access tokens; the address of the auth service if empty")
    jwt_audience: str = setting("authenticated", "Audience of accounts and of their access tokens")
    jwt_default_role: str = setting(
        "authenticated",
        "Database role of new accounts",
        parse=forms.parse_role,
        form="the name of a database role",
    )
    jwt_admin_roles: str = setting(
        "service_role,supabase_admin",
        "Roles of tokens that may call the administration of accounts, separated by commas",
        parse=forms.parse_roles,
        form="names of roles, separated by commas",
    )
    session_timebox_minutes: int = setting(
        "0", "Maximum lifetime of a session; 0 for no limit", minimum=0, maximum=TEN_YEARS_MIN
    )
    session_inactivity_minutes: int = setting(
        "0", "Maximum time without use of a session; 0 for no limit", minimum=0, maximum=TEN_YEARS_MIN
    )
    session_low_aal_minutes: int = setting(
        "0",
        "Maximum lifetime of a session that has not verified its account's second factor; 0 for no limit",
        minimum=0,
        maximum=TEN_YEARS_MIN,
    )
    session_single: bool = setting("false", "A new sign-in ends the account's other sessions")
    refresh_token_version: str = setting(
        "1", "Version of the refresh tokens of new sessions: 1 a row for each, 2 a signed counter", choices=("1", "2")
    )
    refresh_token_rotation: bool = setting(
        "true", "A refresh token that is used twice ends all refresh tokens of its session"
    )
    refresh_token_reuse_seconds: int = setting(
        "10", "Time in which a used refresh token is accepted again", minimum=0, maximum=DAY_S
    )
    refresh_token_reuse: bool = setting(
        "false", "Accept older refresh tokens of version 2 as the current one, at any time"
    )
    geoip_file: str = setting(
        "", "MaxMind DB file (.mmdb) for approximate session locations; locations are not shown if empty"
    )

    # Second factors and passkeys
    mfa_totp_enroll: bool = setting("true", "Allow members to add an authenticator app as a second factor")
    mfa_totp_verify: bool = setting("true", "Allow members to use an authenticator app as a second factor")
    mfa_phone_enroll: str = _factor_switch("add", "a phone", "if SMS can be sent")
    mfa_phone_verify: str = _factor_switch("use", "a phone", "if SMS can be sent")
    mfa_webauthn_enroll: str = _factor_switch("add", "a security key", "where browsers support it")
    mfa_webauthn_verify: str = _factor_switch("use", "a security key", "where browsers support it")
    mfa_max_factors: int = setting("10", "Maximum second factors of an account", minimum=0, maximum=1000)
    mfa_max_verified_factors: int = setting(
        "10", "Maximum verified second factors of an account", minimum=0, maximum=1000
    )
    mfa_challenge_seconds: int = setting(
        "300", "Lifetime of a challenge of a second factor or passkey", minimum=300, maximum=DAY_S
    )
    mfa_factor_seconds: int = setting(
        "300", "Lifetime of a second factor that was never challenged", minimum=300, maximum=30 * DAY_S
    )
    passkeys: str = setting(
        "",
        "Allow sign-in by passkeys; if empty, on with `balai serve` where browsers support it",
        choices=("", "true", "false"),
    )
    passkeys_max: int = setting("10", "Maximum passkeys of an account", minimum=0, maximum=1000)
    webauthn_rp_id: str = setting(
        "",
        "Host name to which passkeys and security keys belong; the site's if empty",
        parse=forms.parse_host,
        form="a host name, such as example.org",
    )
    webauthn_rp_name: str = setting("", "Name that browsers show for passkeys; the host name if empty")
    webauthn_rp_origins: str = setting(
        "",
        "Origins that may use passkeys and security keys, separated by commas; the site's if empty",
        parse=forms.parse_origins,
        form="origins such as https://app.example.org, separated by commas",
    )

    # Sign-in providers
    oauth_apple_client_id: str = _client_id("Apple")
    oauth_apple_client_secret: str = _client_secret("Apple")
    oauth_azure_client_id: str = _client_id("Microsoft")
    oauth_azure_client_secret: str = _client_secret("Microsoft")
    oauth_facebook_client_id: str = _client_id("Facebook")
    oauth_facebook_client_secret: str = _client_secret("Facebook")
    oauth_github_client_id: str = _client_id("GitHub")
    oauth_github_client_secret: str = _client_secret("GitHub")
    oauth_google_client_id: str = _client_id("Google")
    oauth_google_client_secret: str = _client_secret("Google")
    oauth_line_client_id: str = _client_id("LINE")
    oauth_line_client_secret: str = _client_secret("LINE")
    oauth_providers_file: str = setting("", "TOML file of further sign-in providers: docs/guides/sign-in-providers.md")
    oauth_unverified_emails: bool = setting(
        "false", "Accept sign-ins whose email the provider has not verified, in a new account"
    )
    oauth_flow_seconds: int = setting(
        "300", "Time to complete a sign-in with a provider or a PKCE flow", minimum=300, maximum=DAY_S
    )
    manual_linking: str = setting(
        "", "Allow members to link and unlink identities; on with `balai serve`", choices=("", "true", "false")
    )
    saml: bool = setting(
        "false", "Sign-in through companies' identity providers (SAML 2.0): docs/guides/sign-in-providers.md"
    )

    # CAPTCHA and rate limits
    captcha: str = setting(
        "",
        "CAPTCHA required by account calls: adaptive (built in, of busy networks alone), altcha (built in), turnstile, "
        "hcaptcha, none; if empty adaptive with `balai serve`, else none",
        choices=("", "none", "adaptive", "altcha", "turnstile", "hcaptcha"),
    )
    captcha_after: int = setting(
        "20",
        "Sign-ups and codes of one network (/24, IPv6 /64) in an hour that need no CAPTCHA, with adaptive",
        minimum=1,
        maximum=100_000,
    )
    captcha_site_key: str = setting("", "Site key of Turnstile or hCaptcha")
    captcha_secret: str = setting("", "Secret key of Turnstile or hCaptcha", secret=True)
    captcha_verify_url: str = setting(
        "",
        "Address that verifies tokens of Turnstile or hCaptcha; the service's own if empty",
        schemes=("https", "http"),
    )
    rate_limits: str = setting(
        "",
        "Limit the requests of each client, by address: for accounts, and without a session for REST and pages that "
        "are not cached; on with `balai serve`",
        choices=("", "true", "false"),
    )
    rate_limit_otp: int = setting(
        "30",
        "Sign-ups, codes and account emails that one client may request in 5 minutes, for each of them",
        minimum=1,
        maximum=NO_LIMIT,
    )
    rate_limit_token_refresh: int = setting(
        "150", "Sign-ins of one client and refreshes of one session in 5 minutes", minimum=1, maximum=NO_LIMIT
    )
    rate_limit_verify: int = setting(
        "30", "Codes and links that one client may redeem in 5 minutes", minimum=1, maximum=NO_LIMIT
    )
    rate_limit_anonymous_users: int = setting(
        "30", "Anonymous accounts that one client may create in an hour", minimum=1, maximum=NO_LIMIT
    )
    rate_limit_factors: int = setting(
        "15", "Challenges and verifications of second factors of one client in a minute", minimum=1, maximum=NO_LIMIT
    )
    rate_limit_sso: int = setting(
        "30", "Sign-ins through an organisation that one client may begin in 5 minutes", minimum=1, maximum=NO_LIMIT
    )
    rate_limit_saml: int = setting(
        "15", "Responses of organisations that one client may bring in 5 minutes", minimum=1, maximum=NO_LIMIT
    )
    rate_limit_passkey: int = setting(
        "30", "Sign-ins with a passkey that one client may begin in 5 minutes", minimum=1, maximum=NO_LIMIT
    )
    rate_limit_email_sent: str = setting(
        "",
        "Account emails in an hour, all together; 0 for none. 300 if empty, 30 for `balai backend`",
        minimum=0,
        maximum=NO_LIMIT,
    )
    rate_limit_sms_sent: int = setting("30", "SMS in an hour, all together; 0 for none", minimum=0, maximum=NO_LIMIT)
    auth_request_seconds: int = setting("10", "Maximum time of an account request", minimum=1, maximum=600)
    auth_cors_headers: str = setting(
        "",
        "Further request headers that pages of other origins may send with account requests, separated by commas",
        parse=forms.parse_headers,
        form="names of headers, separated by commas",
    )
