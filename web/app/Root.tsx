import { useEffect, useLayoutEffect, useMemo, useState } from "react";
import { Outlet, ScrollRestoration, useLocation, useMatches } from "react-router";
import { hasStoredSession } from "../auth/session";
import { Announcer } from "../components/feedback/Announcer";
import { Toasts } from "../components/feedback/Toasts";
import { FirstContext, PageContext, useFirst } from "../lib/context";
import { replayEvents } from "../lib/eventReplay";
import { useHydrated } from "../lib/format/useTimeZone";
import { getText, noteWordings } from "../lib/i18n";
import { type FirstPayload, findLang, inLanguage, type PagePayload } from "../lib/page";
import { TextContext } from "../lib/texts";
import { isPagePayload } from "../router/payloadLoader";
import { PageFocus } from "./PageFocus";
import { PageHead } from "./PageHead";
import { ProgressBar } from "./ProgressBar";

/** Parts of every page in any layout: texts, progress bar, toasts, document head, scroll and focus after a navigation. */
export function Root() {
  const page = useShownPage();
  const { lang, site } = page;
  useEffect(() => noteWordings(lang, site.wordings), [lang, site.wordings]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts of a language change when more of them are loaded.
  const text = useMemo(() => getText(lang, site.wordings), [page]);
  return (
    <TextContext value={text}>
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

/** The innermost payload. An error page has none, so it uses that of the last page: its visitor is who is signed in. */
function useShownPage(): PagePayload {
  const first = useFirst();
  const location = useLocation();
  const matches = useMatches();
  const isHydrated = useHydrated();
  const payload = matches.at(-1)?.loaderData;
  const [last, setLast] = useState<PagePayload>(first);
  if (isPagePayload(payload)) {
    if (payload !== last) setLast(payload);
    return payload;
  }
  // Signed out without a connection: no payload says so.
  const visitor = isHydrated && !hasStoredSession() ? null : last.visitor;
  const path = location.pathname;
  // Any error: the error page itself knows which.
  const status = last.path === path && last.status >= 400 ? last.status : 500;
  if (last.path === path) return { ...last, visitor, status };
  const lang = findLang(path) ?? last.lang;
  const alternates = last.site.languages.map((other) => ({ lang: other, path: inLanguage(path, other) }));
  const head = { ...last.head, canonical: null, hreflang: [] };
  return { ...last, visitor, status, screen: null, lang, path, params: {}, query: {}, alternates, head, data: null };
}
