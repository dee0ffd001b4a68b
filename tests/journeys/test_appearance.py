"""A new preset and accent colour: previewed, published, readable as painted in light and dark, and undone."""

from collections.abc import Callable, Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect

from balai.security.tokens import api_keys
from tests.journeys.conftest import ADMINISTRATOR, DESK, PHONE, Person, Site
from tests.support.program import SECRET

Visit = Callable[..., Page]
ACCENT = "#d6b400"
# Every visible piece of text with the colours that the browser paints, as 8-bit sRGB from a canvas. Text over pictures
# and gradients is left out: its ground has many colours.
FIND_FAINT = """
() => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const paint = (...colours) => {
    context.clearRect(0, 0, 1, 1);
    for (const colour of colours) { context.fillStyle = colour; context.fillRect(0, 0, 1, 1); }
    return context.getImageData(0, 0, 1, 1).data;
  };
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((c) => ((c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const groundsOf = (element) => {
    const grounds = [];
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== "none" || style.opacity !== "1" || at.matches("[aria-disabled=true]")) return null;
      grounds.unshift(style.backgroundColor);
      if (paint(style.backgroundColor)[3] === 255) return grounds;
    }
    return grounds;
  };
  const results = { checked: 0, faint: [] };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest("svg, script, style, .visually-hidden") || element.getBoundingClientRect().width < 2) continue;
    const grounds = groundsOf(element);
    if (!grounds) continue;
    const style = getComputedStyle(element);
    const ground = luminance(paint("white", ...grounds));
    const ink = luminance(paint("white", ...grounds, style.color));
    const ratio = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    results.checked += 1;
    const words = walker.currentNode.data.trim().slice(0, 40);
    if (ratio < (isLarge ? 3 : 4.5)) results.faint.push(`${ratio.toFixed(2)} ${words}`);
  }
  return results;
}
"""
PAGES = ("/zh", "/zh/blog", "/zh/forum", "/zh/book", "/zh/resources", "/zh/signin")


@pytest.fixture
def administrator(site: Site) -> Iterator[Person]:
    """The administrator; the site looks as before when the journey has ended."""
    yield Person("", *ADMINISTRATOR, "Administrator")
    key = api_keys(SECRET).service_role
    httpx.patch(
        f"{site.url}/rest/v1/site_settings?only_row=eq.true",
        json={"preset": "teduh", "accent": None},
        headers={"apikey": key, "authorization": f"Bearer {key}"},
    ).raise_for_status()


def _publish(visit: Visit, administrator: Person) -> Page:
    page = visit("/en/admin/appearance", as_=administrator, viewport=DESK)
    page.locator("label", has_text="Senja").click()
    expect(page.get_by_role("radio", name="Senja")).to_be_checked()
    page.get_by_label("Another colour").fill(ACCENT)
    expect(page.get_by_text("has a contrast of")).to_contain_text("Both are easy to read.")
    shown = page.frame_locator("iframe").locator("html")
    expect(shown).to_have_attribute("data-preset", "senja")
    expect(shown).to_have_attribute("style", f"--seed: {ACCENT};")
    assert page.evaluate("document.documentElement.dataset.preset") == "teduh", "nothing is published yet"
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_text("The new appearance is published.")).to_be_visible()
    return page


def test_a_new_preset_and_accent_are_readable_and_undone(visit: Visit, administrator: Person) -> None:
    admin = _publish(visit, administrator)
    page = visit(PAGES[0], viewport=PHONE)
    for path in PAGES:
        page.goto(path)
        expect(page.locator("html")).to_have_attribute("data-preset", "senja")
        assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--seed')") == ACCENT
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            results = page.evaluate(FIND_FAINT)
            assert results["checked"] > 5 and results["faint"] == [], (path, scheme)
    admin.get_by_role("button", name="Restore").first.click()
    expect(admin.get_by_text("The earlier appearance is back.")).to_be_visible()
    expect(admin.locator("html")).to_have_attribute("data-preset", "teduh")
    expect(visit("/zh").locator("html")).to_have_attribute("data-preset", "teduh")
