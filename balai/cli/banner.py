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
    if not has_email_route(settings):
        lines.append("  Emails         None are sent: set BALAI_SMTP_URL")
    return "\n".join([*lines, "", "  Stop it with Ctrl-C.", "", ""])
