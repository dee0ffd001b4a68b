"""Images: profile picture, article cover, image inside a text; and paste from other programs."""

import io
import re
import uuid
from pathlib import Path

import httpx
from PIL import Image
from playwright.sync_api import Page, Route, expect

from balai.security.tokens import api_keys
from tests.journeys.conftest import DESK, Person, Site, Visit
from tests.journeys.texts import words_in
from tests.support.program import SECRET

SAY = words_in("vi")
PASTES = Path(__file__).parent / "pastes"
PASTE = """
(editor, html) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/html", html);
  clipboardData.setData("text/plain", "words");
  editor.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}
"""
DROP_TWO = """
async (editor, [red, blue]) => {
  const dataTransfer = new DataTransfer();
  for (const colour of [red, blue]) {
    const canvas = new OffscreenCanvas(8, 8);
    Object.assign(canvas.getContext("2d"), { fillStyle: colour }).fillRect(0, 0, 8, 8);
    const blob = await canvas.convertToBlob();
    dataTransfer.items.add(new File([blob], "image.png", { type: "image/png", lastModified: 1 }));
  }
  const { x: clientX, y: clientY } = editor.getBoundingClientRect();
  const place = { clientX: clientX + 5, clientY: clientY + 5, bubbles: true, cancelable: true };
  editor.dispatchEvent(new DragEvent("drop", { dataTransfer, ...place }));
}
"""


def photo(megapixels: int = 12) -> dict[str, str | bytes]:
    """A photo as a phone takes it, with its location."""
    width = int((megapixels * 1_000_000 * 4 / 3) ** 0.5)
    side = Image.effect_noise((width // 8, width // 8 * 3 // 4), 40).resize((width, width * 3 // 4))
    picture = Image.merge("RGB", (side, side.rotate(180), Image.new("L", side.size, 120)))
    exif = Image.Exif()
    exif.get_ifd(0x8825).update({1: "N", 2: (3.0, 8.0, 47.76)})
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=97, exif=exif)
    return {"name": "IMG_0001.jpg", "mimeType": "image/jpeg", "buffer": file.getvalue()}


def make_administrator(site: Site) -> Person:
    person = site.make_member("Ada")
    key = api_keys(SECRET).service_role
    headers = {"apikey": key, "authorization": f"Bearer {key}"}
    httpx.post(f"{site.url}/rest/v1/administrators", json={"user_id": person.id}, headers=headers).raise_for_status()
    return person


def shown_from(page: Page, selector: str) -> str:
    """Return the URL that the browser chose for an image, after it has loaded."""
    picture = page.locator(selector).first
    picture.scroll_into_view_if_needed()
    page.wait_for_function("picture => picture.complete && picture.naturalWidth > 0", arg=picture.element_handle())
    address: str = picture.evaluate("picture => picture.currentSrc")
    return address


def test_profile_picture_is_small_without_location_and_shows_everywhere(site: Site, visit: Visit) -> None:
    mei = site.make_member("Mei")
    page = visit("/en/profile", as_=mei)
    taken = photo()
    parts = re.compile(r"/assets/(upload|failures)-")
    page.route(parts, lambda route: route.abort())
    page.get_by_label("Your picture").first.set_input_files(taken)  # type: ignore[arg-type]
    expect(page.get_by_role("alert")).to_contain_text("You're offline")
    page.unroute(parts)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="Remove picture")).to_be_visible()
    assert shown_from(page, "header img[data-size=small]").endswith("?width=32&height=32")
    source = page.locator("img[data-size=large]").first.get_attribute("src") or ""
    stored = httpx.get(site.url + source.replace("/render/image/", "/object/").partition("?")[0])
    assert len(stored.content) < 500_000 < len(taken["buffer"])
    picture = Image.open(io.BytesIO(stored.content))
    assert max(picture.size) <= 2048 and not picture.getexif().get_ifd(0x8825)
    for accept, kind in [
        ("image/avif,*/*", "image/avif"),
        ("image/webp,*/*", "image/webp"),
        ("*/*", picture.get_format_mimetype()),
    ]:
        assert httpx.get(site.url + source, headers={"accept": accept}).headers["content-type"] == kind
    page.get_by_role("button", name="Remove picture").click()
    expect(page.get_by_role("button", name="Remove picture")).to_be_hidden()


def test_damaged_picture_is_refused_with_its_reason(site: Site, visit: Visit) -> None:
    page = visit("/en/profile", as_=site.make_member("Mei"))
    whole = photo(1)["buffer"]
    assert isinstance(whole, bytes)
    for name, kind, body in [
        ("IMG_0002.heic", "image/heic", b"\x00\x00\x00\x18ftypheic" + bytes(5000)),
        ("IMG_0003.heic", "", b"no picture at all" * 100),
        ("IMG_0004.jpg", "image/jpeg", whole[:200]),
        ("IMG_0006.jpg", "image/jpeg", whole[: len(whole) // 2]),
        ("IMG_0005.png", "image/png", b"\x89PNG\r\n\x1a\n" + bytes(3000)),
    ]:
        page.reload()
        given = {"name": name, "mimeType": kind, "buffer": body}
        page.get_by_label("Your picture").first.set_input_files(given)  # type: ignore[arg-type]
        expect(page.get_by_role("alert")).to_contain_text("damaged")
        expect(page.get_by_role("button", name="Remove picture")).to_be_hidden()


def test_upload_without_progress_ends_and_can_be_repeated(site: Site, visit: Visit) -> None:
    page = visit("/vi/profile", as_=site.make_member("Mai", language="vi"))
    page.clock.install()
    page.reload()
    page.route("**/storage/v1/object/pictures/**", lambda _: None)
    with page.expect_request("**/storage/v1/object/pictures/**"):
        page.get_by_label(SAY("profile.form.picture")).first.set_input_files(photo(1))  # type: ignore[arg-type]
    page.clock.run_for(61_000)
    expect(page.get_by_role("alert")).to_be_visible()
    page.unroute("**/storage/v1/object/pictures/**")
    page.get_by_role("alert").get_by_role("button").click()
    expect(page.get_by_role("button", name=SAY("upload.remove"))).to_be_visible()


def test_article_with_a_cover_an_image_and_pasted_text(site: Site, visit: Visit) -> None:
    mark = uuid.uuid4().hex[:6]
    page = visit("/en/blog/new", as_=make_administrator(site), viewport=DESK)
    page.get_by_label("Title", exact=True).fill(f"Lanterns {mark}")
    page.get_by_label("Cover picture").first.set_input_files(photo(3))  # type: ignore[arg-type]
    expect(page.get_by_role("button", name="Remove picture")).to_be_visible()
    editor = page.get_by_role("textbox", name="Text", exact=True)
    # Pictures on other hosts stay unfetched.
    page.route("**/pictures", lambda _: None)
    for sample in sorted(PASTES.glob("*.html")):
        html, _, outline = sample.read_text().partition("<!-- becomes -->")
        editor.press("ControlOrMeta+a")
        editor.press("Delete")
        editor.evaluate(PASTE, html)
        found = editor.evaluate("element => element.innerHTML")
        assert simple(found) == "".join(line.strip() for line in outline.splitlines()), sample.name

    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Picture", exact=True).click()
        page.get_by_role("button", name="Choose a picture").last.click()
    chooser.value.set_files(photo(2))  # type: ignore[arg-type]
    dialog = page.locator("dialog[open]")
    dialog.get_by_role("button", name="Insert picture").click()
    expect(dialog.get_by_text("Describe the picture")).to_be_visible()
    dialog.get_by_role("textbox").fill("A lantern")
    dialog.get_by_role("button", name="Insert picture").click()
    expect(editor.locator("img[alt='A lantern']")).to_be_visible()
    page.get_by_label("Now", exact=True).check()
    page.get_by_role("button", name="Publish", exact=True).click()
    page.wait_for_url(re.compile(r"/blog/(?!new)"))
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Lanterns {mark}")

    reader = visit(page.url.removeprefix(site.url))
    picture = reader.get_by_role("img", name="A lantern")
    assert picture.get_attribute("width") and picture.get_attribute("height"), "its place is kept"
    # Not larger than a phone needs.
    assert shown_from(reader, "img[alt='A lantern']").endswith("?width=400")
    assert shown_from(reader, "main img").endswith("?width=480&height=300")


def test_pasted_pictures_on_other_hosts_are_stored_or_become_links(site: Site, visit: Visit) -> None:
    """The browser of the writer asks no other host either; no text is lost."""
    mark = uuid.uuid4().hex[:6]
    page = visit("/en/blog/new", as_=make_administrator(site), viewport=DESK)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    own = upload_by_hand(site, "lantern.png")

    def respond(route: Route) -> None:
        url = route.request.post_data_json["url"]
        if url.endswith("lantern.png"):
            route.fulfill(json={"address": own})
        elif url.endswith("film.png"):
            route.fulfill(status=422, json={"code": "PT422", "details": "picture_kind", "message": ""})
        else:
            route.continue_()

    page.route("**/pictures", respond)
    page.get_by_label("Title", exact=True).fill(f"Pasted {mark}")
    editor = page.get_by_role("textbox", name="Text", exact=True)
    expect(page.get_by_role("button", name="Picture", exact=True)).to_be_visible()
    pictures = [f'<img src="https://pictures.invalid/{name}.png" alt="{name}">' for name in ("lantern", "film", "gone")]
    editor.evaluate(PASTE, f"<p>Before</p>{''.join(pictures)}<p>After</p>")
    expect(editor.locator("img[alt=lantern]")).to_have_attribute("src", own)
    expect(editor.locator("img[alt=lantern]")).to_have_attribute("width", "30")
    for name in ("film", "gone"):
        link = editor.get_by_role("link", name=name)
        expect(link).to_have_attribute("href", f"https://pictures.invalid/{name}.png", timeout=20_000)
    expect(editor).to_contain_text("Before")
    expect(editor).to_contain_text("After")
    expect(page.get_by_role("alert")).to_contain_text("couldn't get a picture")
    page.get_by_label("Now", exact=True).check()
    page.get_by_role("button", name="Publish", exact=True).click()
    page.wait_for_url(re.compile(r"/blog/(?!new)"))
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Pasted {mark}")
    expect(page.get_by_role("main").get_by_role("link", name="film")).to_be_visible()
    assert shown_from(page, "img[alt=lantern]")
    assert {url for url in asked if not url.startswith((site.url, "data:", "blob:"))} == set()


def upload_by_hand(site: Site, name: str) -> str:
    """Upload a picture of 30 by 20 pixels with the service key, and return its path."""
    file = io.BytesIO()
    Image.new("RGB", (30, 20), "red").save(file, "PNG")
    key = api_keys(SECRET).service_role
    path = f"pictures/{uuid.uuid4()}/{name}"
    headers = {"apikey": key, "authorization": f"Bearer {key}", "content-type": "image/png"}
    httpx.post(f"{site.url}/storage/v1/object/{path}", content=file.getvalue(), headers=headers).raise_for_status()
    return f"/storage/v1/object/public/{path}"


def test_slow_image_upload_keeps_typed_text_and_inserts_once(site: Site, visit: Visit) -> None:
    page = visit("/en/blog/new", as_=make_administrator(site), viewport=DESK)
    cover, title = page.get_by_label("Cover picture").first, page.get_by_label("Title", exact=True)
    held: list[Route] = []
    page.route("**/storage/v1/object/text-pictures/**", lambda route: held.append(route))
    with page.expect_request("**/storage/v1/object/text-pictures/**"):
        cover.set_input_files(photo(1))  # type: ignore[arg-type]
    title.fill("Typed meanwhile")
    held.pop().continue_()
    expect(page.get_by_role("button", name="Remove picture")).to_be_visible()
    expect(title).to_have_value("Typed meanwhile")

    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Picture", exact=True).click()
        page.get_by_role("button", name="Choose a picture").last.click()
    with page.expect_request("**/storage/v1/object/text-pictures/**"):
        chooser.value.set_files(photo(1))  # type: ignore[arg-type]
    description = page.locator("dialog[open]").get_by_role("textbox")
    description.fill("A lantern")
    description.press("Enter")
    description.press("Enter")
    held.pop().continue_()
    expect(page.locator("dialog[open]")).to_be_hidden()
    expect(page.get_by_role("textbox", name="Text", exact=True).locator("img")).to_have_count(1)


def test_dropped_images_are_described_one_by_one_and_keep_their_order(site: Site, visit: Visit) -> None:
    page = visit("/en/blog/new", as_=make_administrator(site), viewport=DESK)
    editor, dialog = page.locator("[contenteditable=true]"), page.locator("dialog[open]")
    editor.evaluate(DROP_TWO, ["red", "blue"])
    description = dialog.get_by_role("textbox")
    for name in ["First", "Second"]:
        expect(description).to_have_value("")
        description.fill(name)
        dialog.get_by_role("button", name="Insert picture").click()
        expect(editor.get_by_role("img", name=name)).to_be_visible()
    assert editor.locator("img").evaluate_all("found => found.map((one) => one.alt)") == ["First", "Second"]
    # A cancelled image does not block the next.
    editor.evaluate(DROP_TWO, ["red", "blue"])
    for _ in range(2):
        expect(dialog).to_be_visible()
        page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    editor.evaluate(DROP_TWO, ["red", "blue"])
    expect(dialog).to_be_visible()


def simple(html: str) -> str:
    """Return the editor's content, without its own markup."""
    # A picture on another host is a box until the site has stored it.
    html = re.sub(r'<div[^>]* data-picture="([^"]*)"([^>]*)>[^<]*</div>', r'<img src="\1"\2>', html)
    bare = re.sub(r' (class|style|rel|target|contenteditable|draggable|data-[a-z-]+)="[^"]*"', "", html)
    # The editor's separators, and the empty paragraph of the cursor.
    return re.sub(r'<img alt="">|<br>(?=</p>)', "", bare.replace("&nbsp;", " ")).removesuffix("<p></p>")
