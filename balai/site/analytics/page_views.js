// Counts that a page was read. Sends the path and nothing about the visitor: see balai/site/analytics/page_views.py.
(() => {
  let counted = null;
  const count = () => {
    if (location.pathname === counted) return;
    counted = location.pathname;
    navigator.sendBeacon("/page_views", JSON.stringify({ path: counted }));
  };
  const { pushState } = history;
  history.pushState = function (...given) {
    pushState.apply(this, given);
    count();
  };
  addEventListener("popstate", count);
  if (document.prerendering) document.addEventListener("prerenderingchange", count, { once: true });
  else count();
})();
