"""Takes the pictures of the sample content: those of the web manifest, and those of README.md and docs/look.md.

Usage: `balai serve --demo`, then `python tools/take_screenshots.py http://127.0.0.1:8000 PASSWORD`, with the password
of the administrator that it prints. Needs Debian's chromium-headless-shell, as the tests do. Pictures of docs/look.md
keep their left half, the former screen.
"""

import io
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from balai.site.assets.files import SCREENSHOTS
from balai.site.payloads import LANGS

CHROMIUM = "/usr/bin/chromium-headless-shell"
DOCS = Path(__file__).parent.parent / "docs" / "images"
# Width and height of the window, and pixels for each of its points.
FORMS = {"narrow": (360, 720, 1.5), "wide": (1280, 800, 1)}
QUALITY = 60
GAP = 20
# Screens of docs/look.md by the width of their window. In brackets: the text of a link to follow.
LOOKS = {
    1280: {"home": "/en", "articles": "/en/blog", "topics": "/en/forum/settling-in", "resources": "/en/resources"},
    360: {
        "home": "/vi",
        "article": "/en/blog/our-clinic-now-opens-in-the-evening",
        "thread": "/en/forum/settling-in?[Introduce yourself here]",
        "service": "/zh/book/nurse-consultation",
        "signin": "/ms/signin",
    },
}
DARK = {"signin"}


def main(site: str, password: str) -> None:
    """Write all pictures."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for form, (width, height, scale) in FORMS.items():
            page = _window(browser, width, height, scale)
            for lang in LANGS:
                _save(_take(page, f"{site}/{lang}"), SCREENSHOTS / f"{lang}-{form}.webp")
        for width, screens in LOOKS.items():
            for name, path in screens.items():
                _renew(browser, site + path, DOCS / "look" / f"{name}-{width}.webp", width)
        _renew(browser, f"{site}/en/admin", DOCS / "look" / "admin-1280.webp", 1280, password)
        _save(_pair(browser, site), DOCS / "home.webp")
        browser.close()


def _window(browser: Browser, width: int, height: int, scale: float, *, is_dark: bool = False) -> Page:
    return browser.new_page(
        color_scheme="dark" if is_dark else "light",
        viewport={"width": width, "height": height},
        device_scale_factor=scale,
        reduced_motion="reduce",
        timezone_id="Asia/Kuala_Lumpur",
    )


def _take(page: Page, address: str) -> Image.Image:
    path, _, link = address.partition("?[")
    page.goto(path, wait_until="networkidle")
    if link:
        page.get_by_role("link", name=link.rstrip("]")).first.click()
        page.wait_for_load_state("networkidle")
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def _renew(browser: Browser, address: str, file: Path, width: int, password: str = "") -> None:
    """Replace the right half of a picture."""
    picture = Image.open(file).convert("RGB")
    half = (picture.width - GAP) // 2
    is_dark = file.stem.partition("-")[0] in DARK
    page = _window(browser, width, round(picture.height * width / half), 2 * half / width, is_dark=is_dark)
    if password:
        page.goto(address.replace("/admin", "/signin"))
        page.locator("input[autocomplete*=username]").fill("admin@example.org")
        page.locator("input[type=password]").fill(password)
        page.keyboard.press("Enter")
        page.wait_for_url(lambda url: "/signin" not in url)
    shot = _take(page, address).resize((half, picture.height), Image.Resampling.LANCZOS)
    picture.paste(shot, (picture.width - half, 0))
    _save(picture, file)


def _pair(browser: Browser, site: str) -> Image.Image:
    """Draw the home page on a phone and on a desktop, side by side."""
    size, phone = (1200, 843), 278
    picture = Image.new("RGB", size, "white")
    for at, width, window, lang in ((0, phone, 360, "vi"), (phone + GAP, size[0] - phone - GAP, 1280, "en")):
        page = _window(browser, window, round(size[1] * window / width), 2 * width / window)
        picture.paste(_take(page, f"{site}/{lang}").resize((width, size[1]), Image.Resampling.LANCZOS), (at, 0))
    return picture


def _save(picture: Image.Image, file: Path) -> None:
    picture.save(file, quality=QUALITY, method=6)


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/"), sys.argv[2])
