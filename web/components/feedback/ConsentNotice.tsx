import { Link, useLocation } from "react-router";
import { pathTo } from "../../generated/paths";
import { usePage } from "../../lib/context";
import { useTranslation } from "../../lib/texts";
import styles from "./ConsentNotice.module.css";
import { Notice } from "./Notice";

/** For a member who has not agreed yet, on pages that are open to all: pages for members redirect to the question. */
export function ConsentNotice() {
  const { t } = useTranslation();
  const { lang, visitor, screen } = usePage();
  const { pathname } = useLocation();
  if (!visitor?.owesConsent || screen === "page") return null;
  const link = <Link to={pathTo.consent({ lang }, { next: pathname })}>{t("nav.readConsent")}</Link>;
  return (
    <div className={styles.above}>
      <Notice tone="note" action={link}>
        {t("nav.owesConsent")}
      </Notice>
    </div>
  );
}
