"""The text that a start prints: addresses and how to sign in."""

from balai.backend.auth.config import SITE_ADMINISTRATOR_MIN_LENGTH
from balai.cli.admin import SignIn
from balai.messaging.email_state import has_email_route
from balai.settings import Settings


def render_banner(settings: Settings, sign_in: SignIn | None, *, demo: bool) -> str:
    """The banner of `balai serve`."""
    lines = ["", f"  Balai is open: {settings.site_url}", ""]
    if sign_in is not None:
        lines.append(f"  Administrator  {sign_in.email}")
        lines.append(f"  Password       {sign_in.password or 'as you set it'}")
        if sign_in.is_weak:
            length = SITE_ADMINISTRATOR_MIN_LENGTH
            lines.append(f"  Please change it: administrators need {length} characters, and no common words")
    if demo:
        from balai.demo.load import DEMO_MEMBERS

        lines += [f"  Member         {member.email}  {member.password}" for member in DEMO_MEMBERS[:2]]
    if settings.mailbox:
        lines.append(f"  Mailbox        {settings.site_url}/mailbox")
    if sign_in is not None and sign_in.is_new:
        lines.append("  Next           Sign in, on a phone as well: the site opens on its setup guide")
    if not has_email_route(settings) and not (sign_in and sign_in.has_email_account):
        lines.append("  Emails         None are sent: set them up in the administration, or set BALAI_SMTP_URL")
    return "\n".join([*lines, "", "  Stop it with Ctrl-C.", "", ""])
