"""Lighthouse in Debian's chromium, as a phone: speed of four pages; accessibility, best practices, SEO of all.

Lighthouse is no part of the set-up for tests: bench/browser/ has its own lock file and is installed at the first run.
Figures of speed are medians of five loads with Lighthouse's standard throttling, and need a quiet machine. The
throttling is made for a machine with an index of some 1,500; Lighthouse measures the index at each load, and the table
shows it. Lighthouse takes the duration of a task by the clock, so that other work on the machine counts as well; one
row has the same sum by the CPU time of the page's main thread. The score of a screen that search engines do not index
by intention (sign-in, search) leaves that audit out.
"""

import json
import os
import re
import shutil
import statistics
import subprocess
import tempfile
from collections import Counter
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
# Lighthouse's standard throttling of the CPU.
SLOWDOWN = 4
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
    reports, own = [], []
    for _ in range(RUNS):
        with tempfile.TemporaryDirectory() as folder:
            reports.append(_report(address, ("performance",), "--save-assets", folder=folder))
            own.append(_blocking_by_cpu(json.loads(Path(folder, "report-0.trace.json").read_bytes())["traceEvents"]))

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
    by_cpu = f"Lighthouse, {name}: TBT by CPU time (ms)"
    yield Row(by_cpu, statistics.median(own), 150, "lower", f"{min(own):.3g} to {max(own):.3g}")
    yield Row(f"Lighthouse, {name}: CLS", median(cls), 0.01, "lower", spread(cls))


def _blocking_by_cpu(events: list[dict[str, Any]]) -> float:
    """Milliseconds above 50 of each task of the page's main thread after the first contentful paint, added up.

    The CPU time of each task in the trace, by Lighthouse's factor for a slow phone.
    """
    layouts = Counter((event["pid"], event["tid"]) for event in events if event["name"] == "Layout")
    main = layouts.most_common(1)[0][0]
    events = [event for event in events if (event["pid"], event["tid"]) == main]
    painted = max(event["ts"] for event in events if event["name"] == "firstContentfulPaint")
    tasks: list[float] = [
        event.get("tdur", 0) for event in events if event["name"] == "RunTask" and event["ts"] > painted
    ]
    return sum(max(0.0, SLOWDOWN * microseconds / 1000 - 50) for microseconds in tasks)


def _quality(screen: str, address: str, *, is_indexed: bool) -> Row:
    skipped = () if is_indexed else ("--skip-audits=is-crawlable",)
    with tempfile.TemporaryDirectory() as folder:
        report = _report(address, CATEGORIES, *skipped, folder=folder)
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


def _report(address: str, categories: tuple[str, ...], *options: str, folder: str) -> dict[str, Any]:
    """Run Lighthouse once, with a new profile of the browser. It writes to `folder`."""
    node = shutil.which("node")
    assert node, "Node is not installed: `make setup`"
    path = Path(folder, "report.json")
    command = [
        *(node, "node_modules/lighthouse/cli/index.js", address, "--quiet", "--output=json", f"--output-path={path}"),
        *(f"--only-categories={','.join(categories)}", f"--chrome-flags={FLAGS}", "--no-enable-error-reporting"),
        *options,
    ]
    environment = os.environ | {"CHROME_PATH": CHROMIUM, "TZ": VISITOR_ZONE}
    subprocess.run(command, cwd=FOLDER, env=environment, capture_output=True, check=True, timeout=300)
    report: dict[str, Any] = json.loads(path.read_bytes())
    if error := report.get("runtimeError"):
        raise RuntimeError(f"Lighthouse could not load {address}: {error['message']}")
    return report
