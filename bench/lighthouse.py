"""Lighthouse in Debian's chromium, as a phone: speed of four pages; accessibility, best practices, SEO of all.

Lighthouse is no part of the set-up for tests: bench/browser/ has its own lock file and is installed at the first run.
Figures of speed are medians of five loads with Lighthouse's standard throttling, and need a quiet machine. The
throttling is made for a machine with an index of some 1,500; Lighthouse measures the index at each load, and the table
shows it. The score of a screen that search engines do not index by intention (sign-in, search) leaves that audit out.
"""

import json
import os
import re
import shutil
import statistics
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

from balai.site.routes import SCREENS
from balai.site.screens import Screen
from bench.program import program
from bench.row import Row

FOLDER = Path(__file__).with_name("browser")
CHROMIUM = "/usr/bin/chromium-headless-shell"
FLAGS = "--no-sandbox --disable-background-networking --disable-component-update"
LANG = "en"
RUNS = 5
# That of the sample content. In another one the times of the reader's own clock appear after hydration.
VISITOR_ZONE = "Asia/Singapore"
TIMED = {"home": "home", "article": "blog.article", "thread": "forum.post", "booking": "book.service"}
CATEGORIES = ("accessibility", "best-practices", "seo")
# A screen with parameters: its address in the sample content, or the screen that links to it with the link's pattern.
GIVEN = {"page": "/pages/privacy"}
# Indexed only where the person shows the profile to everyone.
INDEXED_BY_CHOICE = {"people.person"}
# Answers 404 without the signed link of an email.
OPENED_BY_EMAIL = {"unsubscribe", "book.answer", "book.ticket"}
LINKED = {
    "blog.article": ("blog", r"/blog/[^/?#\"]+"),
    "book.service": ("book", r"/book/[^/?#\"]+"),
    "forum.forum": ("forum", r"/forum/[^/?#\"]+"),
    "forum.post": ("forum.forum", r"/forum/[^/]+/post/[^/?#\"]+"),
    "people.person": ("forum.post", r"/people/[^/?#\"]+"),
}


def measure() -> Iterator[Row]:
    """Measure the four pages, then look at every screen that a guest can open."""
    _install()
    with program() as instance:
        instance.start("--demo")
        addresses = {screen.name: address for screen, address in _public_screens(instance.url)}
        for name, screen in TIMED.items():
            yield from _speed(name, addresses[screen])
        noindex = {screen.name for screen in SCREENS if screen.noindex} | INDEXED_BY_CHOICE
        for screen, address in addresses.items():
            yield _quality(screen, address, is_indexed=screen not in noindex)


def _install() -> None:
    mark = FOLDER / "node_modules" / ".ready"
    lock = FOLDER / "package-lock.json"
    if mark.exists() and mark.stat().st_mtime >= lock.stat().st_mtime:
        return
    npm = shutil.which("npm")
    assert npm, "npm is not installed: `make setup`"
    subprocess.run([npm, "ci", "--silent", "--no-audit", "--no-fund"], cwd=FOLDER, check=True)
    mark.touch()


def _public_screens(url: str) -> Iterator[tuple[Screen, str]]:
    found: dict[str, str] = {}
    for screen in SCREENS:
        if screen.guards or screen.name in OPENED_BY_EMAIL:
            continue
        if screen.name in LINKED:
            origin, pattern = LINKED[screen.name]
            links = re.findall(rf'href="(/{LANG}{pattern})"', httpx.get(found[origin]).text)
            found[screen.name] = url + next(link for link in links if not link.endswith("/new"))
        else:
            found[screen.name] = f"{url}/{LANG}{GIVEN.get(screen.name, screen.path)}".rstrip("/")
        # Rendered before it is measured, as it is for all visitors but the first.
        httpx.get(found[screen.name]).raise_for_status()
        yield screen, found[screen.name]


def _speed(name: str, address: str) -> Iterator[Row]:
    reports = [_report(address, ("performance",)) for _ in range(RUNS)]

    def median(read: str) -> float:
        return float(statistics.median(report["audits"][read]["numericValue"] for report in reports))

    def spread(read: str, unit: float = 1) -> str:
        values = sorted(report["audits"][read]["numericValue"] / unit for report in reports)
        return f"{values[0]:.3g} to {values[-1]:.3g}"

    scores = sorted(report["categories"]["performance"]["score"] * 100 for report in reports)
    speeds = sorted(report["environment"]["benchmarkIndex"] for report in reports)
    detail = f"of five: {', '.join(f'{score:.0f}' for score in scores)}; machine {speeds[0]:,.0f} to {speeds[-1]:,.0f}"
    lcp, tbt, cls = "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"
    yield Row(f"Lighthouse, {name}: performance", statistics.median(scores), 95, "higher", detail)
    yield Row(f"Lighthouse, {name}: LCP (s)", median(lcp) / 1000, 2.0, "lower", spread(lcp, 1000))
    yield Row(f"Lighthouse, {name}: TBT (ms)", median(tbt), 150, "lower", spread(tbt))
    yield Row(f"Lighthouse, {name}: CLS", median(cls), 0.01, "lower", spread(cls))


def _quality(screen: str, address: str, *, is_indexed: bool) -> Row:
    report = _report(address, CATEGORIES, () if is_indexed else ("is-crawlable",))
    scores = [report["categories"][category]["score"] * 100 for category in CATEGORIES]
    failed = [
        audit["id"]
        for category in CATEGORIES
        for audit in report["categories"][category]["auditRefs"]
        if audit["weight"] and _is_failed(report["audits"][audit["id"]])
    ]
    detail = " / ".join(f"{score:.0f}" for score in scores) + (f": {', '.join(failed)}" if failed else "")
    return Row(f"Lighthouse, {screen}: accessibility, best practices, SEO", min(scores), 100, "higher", detail)


def _is_failed(audit: dict[str, Any]) -> bool:
    return audit["score"] is not None and audit["score"] < 1


def _report(address: str, categories: tuple[str, ...], skipped: tuple[str, ...] = ()) -> dict[str, Any]:
    """Run Lighthouse once, with a new profile of the browser."""
    node = shutil.which("node")
    assert node, "Node is not installed: `make setup`"
    command = [
        *(node, "node_modules/lighthouse/cli/index.js", address, "--quiet", "--output=json", "--output-path=stdout"),
        *(f"--only-categories={','.join(categories)}", f"--chrome-flags={FLAGS}", "--no-enable-error-reporting"),
    ]
    if skipped:
        command.append(f"--skip-audits={','.join(skipped)}")
    environment = os.environ | {"CHROME_PATH": CHROMIUM, "TZ": VISITOR_ZONE}
    done = subprocess.run(command, cwd=FOLDER, env=environment, capture_output=True, check=True, timeout=300)
    report: dict[str, Any] = json.loads(done.stdout)
    if error := report.get("runtimeError"):
        raise RuntimeError(f"Lighthouse could not load {address}: {error['message']}")
    return report
