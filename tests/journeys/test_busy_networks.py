"""A network above the threshold of an hour: the forms solve the proof of work; other networks are not asked."""

import hashlib
import hmac
import uuid
from datetime import UTC, datetime, timedelta

import httpx
from playwright.sync_api import BrowserContext, expect

from balai.backend.auth.rate_limits import TAKE_TOKENS
from tests.journeys.conftest import Person, Site, Visit
from tests.journeys.test_accounts import sign_up, words_of
from tests.journeys.test_confidential import headers_of
from tests.journeys.test_forum import Forum, button, reply_at, run_sql, write_reply
from tests.journeys.test_forum import forum as forum
from tests.journeys.texts import words_in
from tests.support.program import SECRET

# As a proxy on this machine names the client.
BUSY, CALM = ({"x-forwarded-for": address} for address in ("203.0.113.7", "198.51.100.7"))
ALLOWED = 20
# The hour does not go on during the test, however slow it is.
STOP = "update public.network_counts set seen_at = now() + interval '1 hour' where kind = 'post'"
PRIOR_POSTS = "select bool_and(public.admits_network('post', '203.0.113.200')) from generate_series(1, $1::int)"
SAY = words_in("vi")


def make_busy(site: Site) -> None:
    """As many sign-ups and posts of the network in this hour as need no proof of work."""
    mark = hmac.new(SECRET.encode(), b"network 203.0.113.0/24", hashlib.sha256).digest()[:2]
    size = float(ALLOWED)
    run_sql(site, TAKE_TOKENS, b"network" + mark, size, size / 3600, size, datetime.now(UTC) + timedelta(hours=1))
    assert run_sql(site, PRIOR_POSTS, ALLOWED)
    run_sql(site, STOP)


def challenges_of(context: BrowserContext) -> list[str]:
    """Puts the addresses of challenges that the pages fetch into a list."""
    fetched: list[str] = []
    paths = ("/rest/v1/rpc/create_bot_challenge", "/auth/v1/captcha")
    context.on("request", lambda request: fetched.extend(path for path in paths if request.url.endswith(path)))
    return fetched


def reply_over_rest(site: Site, person: Person, forum: Forum, network: dict[str, str]) -> httpx.Response:
    text = {"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "A plain client."}]}]}
    reply = {"id": str(uuid.uuid4()), "post_id": forum.post, "language": "en", "body": text}
    return httpx.post(f"{site.url}/rest/v1/replies", json=reply, headers=headers_of(site, person) | network, timeout=60)


def test_forms_solve_the_proof_of_work_of_a_busy_network_alone(site: Site, visit: Visit, forum: Forum) -> None:
    make_busy(site)
    person = site.make_member("Hoa")
    page = visit(forum.path("vi"), as_=person, extra_http_headers=BUSY)
    fetched = challenges_of(page.context)
    write_reply(page, SAY, "Sáng thứ bảy có mở, bạn nhớ đặt trước nhé.")
    button(page, SAY("forum.reply.send")).click()
    expect(reply_at(page, 1)).to_contain_text("Sáng thứ bảy")
    assert fetched == ["/rest/v1/rpc/create_bot_challenge"]

    # Clients that solve none are refused there, and work in another network.
    refused = reply_over_rest(site, person, forum, BUSY)
    assert (refused.status_code, refused.json()["details"]) == (403, "bot_check_required")
    assert reply_over_rest(site, person, forum, CALM).status_code == 201

    page = visit("/vi/signup", extra_http_headers=BUSY)
    fetched = challenges_of(page.context)
    with page.expect_request("**/auth/v1/signup*") as sent:
        sign_up(page, "vi", f"{uuid.uuid4().hex[:8]}@example.org")
    expect(page.get_by_role("heading", name=words_of("vi")["check"])).to_be_visible()
    assert fetched == ["/auth/v1/captcha"]
    assert sent.value.post_data_json["gotrue_meta_security"]["captcha_token"]
