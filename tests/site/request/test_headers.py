from balai.site.request.headers import security_headers


def policy_of(headers: list[tuple[bytes, bytes]]) -> dict[str, str]:
    policy = dict(headers)[b"content-security-policy"].decode()
    return {name: rest for name, _, rest in (part.partition(" ") for part in policy.split("; "))}


def test_only_the_inline_script_with_its_hash_is_allowed() -> None:
    policy = policy_of(security_headers("https://site.example", "https://site.example", inline_script="x"))
    assert policy["script-src"] == "'self' 'sha256-LXEWQrcmsEQBYnyp+6wy9chTD7GQPMTbAiWHF5IaSIE='"
    assert policy["script-src-attr"] == "'none'"
    assert "unsafe" not in policy["script-src"] and "unsafe" not in policy["default-src"]
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"


def test_pages_may_connect_to_the_backend_only() -> None:
    policy = policy_of(security_headers("https://site.example", "https://api.example/x"))
    assert policy["connect-src"] == "'self' https://api.example wss://api.example"


def test_images_load_from_the_site_and_its_backend_only() -> None:
    own = policy_of(security_headers("https://site.example", "https://site.example"))
    assert own["img-src"] == "'self' data: blob:"
    hosted = policy_of(security_headers("https://site.example", "https://api.example/x", captcha="hcaptcha"))
    assert hosted["img-src"] == "'self' data: blob: https://api.example"
    for policy in (own, hosted):
        assert not {"https:", "http:", "*"} & {source for sources in policy.values() for source in sources.split()}


def test_hsts_is_sent_only_over_https() -> None:
    assert b"strict-transport-security" in dict(security_headers("https://site.example", "https://site.example"))
    plain = security_headers("http://127.0.0.1:8000", "http://127.0.0.1:8000")
    assert b"strict-transport-security" not in dict(plain)
    assert "upgrade-insecure-requests" not in policy_of(plain)


def test_captcha_hosts_are_allowed_only_if_configured() -> None:
    def policy(captcha: str) -> dict[str, str]:
        return policy_of(security_headers("https://site.example", "https://site.example", captcha=captcha))

    assert policy("altcha") == policy("")
    # Players of videos, after a press.
    frames = "'self' https://www.youtube-nocookie.com https://player.vimeo.com"
    assert policy("")["frame-src"] == frames and policy("")["script-src"] == "'self'"
    turnstile, hcaptcha = policy("turnstile"), policy("hcaptcha")
    assert turnstile["script-src"] == "'self' https://challenges.cloudflare.com"
    assert turnstile["frame-src"] == f"{frames} https://challenges.cloudflare.com"
    assert turnstile["connect-src"] == policy("")["connect-src"]
    for name in ("script-src", "style-src", "connect-src", "frame-src"):
        assert hcaptcha[name].endswith("https://hcaptcha.com https://*.hcaptcha.com")
