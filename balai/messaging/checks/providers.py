"""Common email services: the domain that SPF records of their senders include, and the domains that belong to them."""

# By the end of the name of the SMTP server.
INCLUDES = {
    "gmail.com": "_spf.google.com",
    "google.com": "_spf.google.com",
    "outlook.com": "spf.protection.outlook.com",
    "office365.com": "spf.protection.outlook.com",
    "yahoo.com": "_spf.mail.yahoo.com",
    "zoho.com": "zohomail.com",
    "me.com": "icloud.com",
    "qq.com": "spf.mail.qq.com",
    "163.com": "spf.163.com",
    "126.com": "spf.163.com",
    "aliyun.com": "spf.mxhichina.com",
    "sendgrid.net": "sendgrid.net",
    "mailgun.org": "mailgun.org",
    "amazonaws.com": "amazonses.com",
    "brevo.com": "spf.brevo.com",
    "mailjet.com": "spf.mailjet.com",
    "postmarkapp.com": "spf.mtasv.net",
}
# Anyone can have an address there, so only the service itself may send from it.
FREE = {
    "gmail.com": ("gmail.com", "google.com"),
    "googlemail.com": ("gmail.com", "google.com"),
    "outlook.com": ("outlook.com", "office365.com"),
    "hotmail.com": ("outlook.com", "office365.com"),
    "live.com": ("outlook.com", "office365.com"),
    "yahoo.com": ("yahoo.com",),
    "icloud.com": ("me.com",),
    "me.com": ("me.com",),
    "qq.com": ("qq.com",),
    "163.com": ("163.com",),
    "126.com": ("126.com",),
}


def is_below(host: str, domain: str) -> bool:
    """Whether a host is the domain or below it."""
    return host.lower() == domain or host.lower().endswith(f".{domain}")


def include_of(host: str) -> str | None:
    """The domain that a sender's record has to include for this SMTP server."""
    return next((include for domain, include in INCLUDES.items() if is_below(host, domain)), None)
