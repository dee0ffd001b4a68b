import { useTranslation } from "react-i18next";
import { isRouteErrorResponse, Link, useRouteError } from "react-router";
import { pathTo } from "../generated/routes";
import { useLang } from "../lib/context";
import styles from "./ErrorPage.module.css";

/** Page not found, or anything else that went wrong; from the server and inside the app alike. */
export function ErrorPage() {
  const { t } = useTranslation();
  const lang = useLang();
  const status = readStatus(useRouteError());
  const kind = status === 404 ? "notFound" : status === 0 ? "noConnection" : "serverError";
  return (
    <section className={styles.page}>
      {status > 0 && <p className={styles.status}>{status}</p>}
      <h1>{t(`error.page.${kind}.title`)}</h1>
      <p>{t(`error.page.${kind}.text`)}</p>
      <Link to={pathTo.home({ lang })}>{t("error.page.home")}</Link>
    </section>
  );
}

function readStatus(error: unknown): number {
  return isRouteErrorResponse(error) ? error.status : 500;
}
