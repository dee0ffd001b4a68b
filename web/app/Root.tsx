import { useLayoutEffect } from "react";
import { Outlet, ScrollRestoration, useLocation, useMatches } from "react-router";
import { Announcer } from "../components/feedback/Announcer";
import { Toasts } from "../components/feedback/Toasts";
import { FirstContext, PageContext, useFirst } from "../lib/context";
import { replayEvents } from "../lib/eventReplay";
import { getText } from "../lib/i18n";
import { type FirstPayload, findLang, inLanguage, type PagePayload } from "../lib/page";
import { TextContext } from "../lib/texts";
import { isPagePayload } from "../router/payloadLoader";
import { PageFocus } from "./PageFocus";
import { PageHead } from "./PageHead";
import { ProgressBar } from "./ProgressBar";

/** What every page has in any layout: texts, progress bar, toasts, document head, scroll and focus after a navigation. */
export function Root() {
  const page = useShownPage();
  return (
    <TextContext value={getText(page.lang)}>
      <PageContext value={page}>
        <ProgressBar />
        <Outlet />
        <Toasts />
        <Announcer />
        <PageHead />
        <PageFocus />
        <ScrollRestoration />
      </PageContext>
    </TextContext>
  );
}

interface AppProps {
  first: FirstPayload;
  children: React.ReactNode;
}

/** Around the router: what does not change when the page does. */
export function App({ first, children }: AppProps) {
  // The outermost effect: everything below is hydrated when it runs.
  useLayoutEffect(replayEvents, []);
  return <FirstContext value={first}>{children}</FirstContext>;
}

/** The innermost payload. An error page has none, so it uses that of the first page of the visit. */
function useShownPage(): PagePayload {
  const first = useFirst();
  const location = useLocation();
  const matches = useMatches();
  const payload = matches.at(-1)?.loaderData;
  if (isPagePayload(payload)) return payload;
  if (first.path === location.pathname) return first;
  const lang = findLang(location.pathname) ?? first.lang;
  const path = location.pathname;
  const alternates = first.site.languages.map((other) => ({ lang: other, path: inLanguage(path, other) }));
  const head = { ...first.head, canonical: null, hreflang: [] };
  return { ...first, screen: null, lang, path, params: {}, query: {}, alternates, head, data: null };
}
