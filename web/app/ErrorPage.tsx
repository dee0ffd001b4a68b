import { lazy, Suspense, useEffect } from "react";
import { isRouteErrorResponse, useRouteError } from "react-router";
import { Button, ButtonLink } from "../components/Button";
import { Drawing } from "../components/feedback/Drawing";
import { pathTo } from "../generated/paths";
import { useLang, useSite } from "../lib/context";
import { useRefresh } from "../lib/requests/useAction";
import { useTranslation } from "../lib/texts";
import { NO_CONNECTION } from "../router/payloadLoader";
import styles from "./ErrorPage.module.css";

/** Stored on the device beforehand (idle/serviceWorker.ts). An old browser has neither it nor pages to list. */
const StoredPages = lazy(() =>
  import("../offline/StoredPages").then(
    (module) => ({ default: module.StoredPages }),
    () => ({ default: () => null }),
  ),
);

/** Page not found, or anything else that went wrong; from the server and inside the app alike. */
export function ErrorPage() {
  const { t } = useTranslation();
  const lang = useLang();
  const refresh = useRefresh();
  const status = readStatus(useRouteError());
  const kind = status === 404 ? "notFound" : status === NO_CONNECTION ? "noConnection" : "serverError";
  const site = useSite().name;
  const title = t(`error.page.${kind}.title`);
  useEffect(() => {
    document.title = `${title} · ${site}`;
  }, [title, site]);
  return (
    <section className={styles.page}>
      <Drawing
        className={styles.drawing}
        name={status === NO_CONNECTION ? "cable" : "signpost"}
        words={status === NO_CONNECTION ? undefined : String(status)}
      />
      {status !== NO_CONNECTION && <p className="visually-hidden">{status}</p>}
      <h1>{title}</h1>
      <p className="lead">{t(`error.page.${kind}.text`)}</p>
      <div className={styles.acts}>
        <ButtonLink look="primary" size="big" to={pathTo.home({ lang })}>
          {t("error.page.home")}
        </ButtonLink>
        {kind === "notFound" ? (
          <ButtonLink size="big" to={pathTo.search({ lang })}>
            {t("nav.search")}
          </ButtonLink>
        ) : (
          <Button size="big" onClick={refresh}>
            {t("common.retry")}
          </Button>
        )}
      </div>
      {kind === "noConnection" && (
        <Suspense>
          <StoredPages />
        </Suspense>
      )}
    </section>
  );
}

function readStatus(error: unknown): number {
  return isRouteErrorResponse(error) ? error.status : 500;
}
