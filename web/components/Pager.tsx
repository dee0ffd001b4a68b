import { addressWith } from "../lib/address";
import { usePage } from "../lib/context";
import { useTranslation } from "../lib/texts";
import { ButtonLink } from "./Button";
import styles from "./Pager.module.css";

interface PagerProps {
  /** The payload's cursor; null on the last page. */
  next: string | null;
  /** The query parameter that carries it. */
  parameter?: string;
}

/** Links to the next part of the list and to its start. They work before hydration and without scripts. */
export function Pager({ next, parameter = "after" }: PagerProps) {
  const { t } = useTranslation();
  const { path, query } = usePage();
  const isLater = parameter in query;
  if (!next && !isLater) return null;
  return (
    <nav className={styles.pager} aria-label={t("common.pages")}>
      {isLater && <ButtonLink to={addressWith(path, query, { [parameter]: null })}>{t("common.fromStart")}</ButtonLink>}
      {next && <ButtonLink to={addressWith(path, query, { [parameter]: next })}>{t("common.showMore")}</ButtonLink>}
    </nav>
  );
}
