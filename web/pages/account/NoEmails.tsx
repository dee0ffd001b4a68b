import { Link } from "react-router";
import { Notice } from "../../components/feedback/Notice";
import { pathTo } from "../../generated/paths";
import type { SignInOptions } from "../../generated/payloads";
import { usePage } from "../../lib/context";
import { useTranslation } from "../../lib/texts";
import styles from "./Account.module.css";

/** While no email leaves the site: says so, and what to do instead of waiting for one. */
export function NoEmails() {
  const { t } = useTranslation();
  const { lang, data } = usePage();
  if (findOptions(data)?.sendsEmail !== false) return null;
  return (
    <div className={styles.form}>
      <Notice tone="bad" action={<Link to={pathTo.contact({ lang })}>{t("signup.noEmailsContact")}</Link>}>
        {t("signup.noEmails")}
      </Notice>
    </div>
  );
}

/** The payload of each account screen is the options, or has them as a field. */
function findOptions(data: unknown): Partial<SignInOptions> | null {
  if (typeof data !== "object" || data === null) return null;
  return "options" in data ? findOptions(data.options) : data;
}
