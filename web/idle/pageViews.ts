/** Counts that a page was read: sends its path and nothing about the visitor (balai/site/analytics/page_views.py). */
import type { Router } from "../router/navigation";

export function countPageViews(router: Router): void {
  let counted: string | null = null;
  const count = () => {
    const { pathname } = router.state.location;
    if (pathname === counted) return;
    counted = pathname;
    navigator.sendBeacon("/page_views", JSON.stringify({ path: pathname }));
  };
  const start = () => router.subscribe(count);
  // A page that the browser prepares may never be read.
  if (document.prerendering) document.addEventListener("prerenderingchange", start, { once: true });
  else start();
}
