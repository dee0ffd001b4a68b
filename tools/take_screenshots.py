"""Takes the screenshots of the web manifest: the home page of the sample content in each language, narrow and wide.

Usage: `balai serve --demo`, then `python tools/take_screenshots.py http://127.0.0.1:8000`. Needs chromium.
"""

import io
import sys

from PIL import Image
from playwright.sync_api import sync_playwright

from balai.site.assets.files import SCREENSHOTS
from balai.site.screens import LANGS

CHROMIUM = "/usr/bin/chromium"
# Width and height of the window, and pixels for each of its points.
FORMS = {"narrow": (360, 720, 1.5), "wide": (1280, 800, 1)}
QUALITY = 60


def main(site: str) -> None:
    """Write all pictures into the package."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for form, (width, height, scale) in FORMS.items():
            page = browser.new_page(
                viewport={"width": width, "height": height}, device_scale_factor=scale, reduced_motion="reduce"
            )
            for lang in LANGS:
                page.goto(f"{site}/{lang}", wait_until="networkidle")
                picture = Image.open(io.BytesIO(page.screenshot()))
                picture.convert("RGB").save(SCREENSHOTS / f"{lang}-{form}.webp", quality=QUALITY, method=6)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/"))
