"""What an operator may choose about accounts, with the protocol's defaults."""

from datetime import timedelta

import msgspec

from balai.settings import Settings

# The site's screens that act on a mailed token, by the kind of mail. A GET of them changes nothing: the screen posts.
SITE_SCREENS = {
    "signup": "signin",
    "magiclink": "signin",
    "email_change": "signin",
    "invite": "reset-password",
    "recovery": "reset-password",
}


class AuthConfig(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of the auth service."""

    site_url: str
    backend_url: str
    jwt_secret: str
    redirect_urls: tuple[str, ...] = ()
    audience: str = "authenticated"
    default_role: str = "authenticated"
    admin_roles: frozenset[str] = frozenset({"service_role", "supabase_admin"})
    jwt_life: timedelta = timedelta(hours=1)
    mail_autoconfirm: bool = False
    signup_disabled: bool = False
    secure_email_change: bool = True
    code_life: timedelta = timedelta(days=1)
    mail_gap: timedelta = timedelta(seconds=60)
    flow_life: timedelta = timedelta(minutes=5)
    reuse_interval: timedelta = timedelta(seconds=10)
    password_min_bytes: int = 6
    # None: links in mails go to this service's own GET /verify, for a backend that serves no site.
    screens: dict[str, str] | None = None

    @property
    def external_url(self) -> str:
        """Where this service is reached from outside; also the issuer of its tokens."""
        return f"{self.backend_url}/auth/v1"


def auth_config(settings: Settings, *, has_site: bool) -> AuthConfig:
    """The service's configuration out of the program's settings."""
    return AuthConfig(
        site_url=settings.site_url,
        backend_url=settings.backend_url,
        jwt_secret=settings.jwt_secret,
        redirect_urls=tuple(glob.strip() for glob in settings.redirect_urls.split(",") if glob.strip()),
        mail_autoconfirm=settings.mail_autoconfirm,
        screens=SITE_SCREENS if has_site else None,
    )
