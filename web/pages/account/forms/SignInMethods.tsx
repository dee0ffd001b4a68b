import { Link } from "react-router";
import { pathTo } from "../../../generated/paths";
import type { SignInOptions } from "../../../generated/payloads";
import { findLocalPath } from "../../../lib/address";
import { usePage } from "../../../lib/context";
import { useTranslation } from "../../../lib/texts";
import styles from "../Account.module.css";

type Method = "password" | "code" | "company";

interface Props {
  options: SignInOptions;
  /** The method that is shown already. */
  shown: Method;
}

/** Links to the other sign-in methods and to signing up. Each is an address, so links and going back work. */
export function SignInMethods({ options, shown }: Props) {
  const { t } = useTranslation();
  const { lang, query } = usePage();
  const next = findLocalPath(query.next);
  const { invite } = query;
  const to = (method: Method) =>
    pathTo.signin({ lang }, { next, invite, method: method === "password" ? null : method });
  return (
    <nav className={styles.links} aria-label={t("signin.otherWays")}>
      {shown === "password" && <Link to={pathTo.forgetPassword({ lang })}>{t("signin.forgot")}</Link>}
      {shown !== "password" && <Link to={to("password")}>{t("signin.withPassword")}</Link>}
      {shown !== "code" && (options.email || options.phone) && <Link to={to("code")}>{t("signin.withCode")}</Link>}
      {shown !== "company" && options.company && <Link to={to("company")}>{t("signin.withCompany")}</Link>}
      {options.signUp && <Link to={pathTo.signup({ lang }, { next, invite })}>{t("signin.toSignUp")}</Link>}
    </nav>
  );
}
