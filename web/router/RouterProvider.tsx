/** Renders the router's state in the browser: the page in its layout, and the error page for errors of rendering. */
import { Component, type ReactNode, startTransition, useLayoutEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { ErrorPage } from "../app/ErrorPage";
import { Root } from "../app/Root";
import { Framed } from "./Framed";
import type { Router, RouterState } from "./navigation";
import { LoadingContext, OutletContext, RequestContext, RouterContext } from "./router";
import { matchScreen } from "./screens";

const REDUCED = "(prefers-reduced-motion: reduce)";

export function RouterProvider({ router }: { router: Router }) {
  const [state, setState] = useState(router.state);
  useLayoutEffect(
    () =>
      router.subscribe((next) => {
        const canMove = next.hasTransition && "startViewTransition" in document && !matchMedia(REDUCED).matches;
        if (canMove) {
          const { ready } = document.startViewTransition(() => flushSync(() => setState(next)));
          // Another navigation has come in between: its page is shown, without this one's movement.
          ready.catch(() => {});
        } else startTransition(() => setState(next));
      }),
    [router],
  );
  return (
    <>
      <RouterContext value={router}>
        <LoadingContext value={state.loading}>
          <ShownPage state={state} />
        </LoadingContext>
      </RouterContext>
      {null}
    </>
  );
}

/** The tree that entries/server.tsx renders. */
function ShownPage({ state: { location, payload, Page, error, scroll } }: { state: RouterState }) {
  // Stable while the next page loads: nothing below renders again then.
  return useMemo(() => {
    const page = Page && payload ? <Page key={payload.screen} data={payload.data as never} /> : <ErrorPage />;
    const framed = (
      <Framed layout={matchScreen(location.pathname)?.layout}>
        <ErrorBoundary location={location} payload={payload}>
          {page}
        </ErrorBoundary>
      </Framed>
    );
    return (
      <RequestContext value={{ location, loaderData: Page ? payload : undefined, error, scroll }}>
        <OutletContext value={framed}>
          <Root />
        </OutletContext>
      </RequestContext>
    );
  }, [location, payload, Page, error, scroll]);
}

type Bounds = Pick<RouterState, "location" | "payload">;

/** Shows the error page in place of a page that cannot be rendered, until there is another page or payload. */
class ErrorBoundary extends Component<Bounds & { children: ReactNode }, { failed: Bounds | null }> {
  override state: { failed: Bounds | null } = { failed: null };

  override componentDidCatch(): void {
    const { location, payload } = this.props;
    this.setState({ failed: { location, payload } });
  }

  override render(): ReactNode {
    const { location, payload, children } = this.props;
    const { failed } = this.state;
    return failed?.location === location && failed.payload === payload ? <ErrorPage /> : children;
  }
}
