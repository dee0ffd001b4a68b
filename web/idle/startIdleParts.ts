/** Parts that a page starts once it is idle: the page is shown and usable without them. */
import { getText } from "../lib/i18n";
import { type FirstPayload, findLang } from "../lib/page";
import type { Router } from "../router/navigation";
import { type LoadPage, startPrefetching } from "../router/prefetch";
import { countPageViews } from "./pageViews";
import { startServiceWorker } from "./serviceWorker";
import { watchBuilds } from "./watchBuilds";
import { watchOutbox } from "./watchOutbox";

export function startIdleParts(router: Router, first: FirstPayload, loadPage: LoadPage): void {
  countPageViews(router);
  startPrefetching(loadPage);
  watchBuilds(first.build, () => {
    const t = getText(findLang(location.pathname) ?? first.lang);
    return { offer: t("common.newVersion"), reload: t("common.reload") };
  });
  watchOutbox(router);
  void startServiceWorker();
}
