import { Link } from "react-router";
import { ButtonLink } from "../../../components/Button";
import { KeyIcon, MailIcon, PeopleIcon } from "../../../components/icons";
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
  /** Ways without a form, above the other methods. */
  children?: React.ReactNode;
}

/** The other sign-in methods, below the form. Each is an address, so links and going back work. */
export function SignInMethods({ options, shown, children }: Props) {
  const { t } = useTranslation();
  const { lang, query } = usePage();
  const next = findLocalPath(query.next);
  const { invite } = query;
  const to = (method: Method) =>
    pathTo.signin({ lang }, { next, invite, method: method === "password" ? null : method });
  // A code that cannot be sent is not offered.
  const hasCode = shown !== "code" && ((options.email && options.sendsEmail) || options.phone);
  const hasCompany = shown !== "company" && options.company;
  if (shown === "password" && !hasCode && !hasCompany && !children) return null;
  return (
    <nav className={styles.others} aria-label={t("signin.otherWays")}>
      <p className={styles.or}>{t("signin.or")}</p>
      {children}
      {shown !== "password" && (
        <ButtonLink isWide to={to("password")}>
          <KeyIcon size={20} />
          {t("signin.withPassword")}
        </ButtonLink>
      )}
      {hasCode && (
        <ButtonLink isWide to={to("code")}>
          <MailIcon size={20} />
          {t("signin.withCode")}
        </ButtonLink>
      )}
      {hasCompany && (
        <ButtonLink isWide to={to("company")}>
          <PeopleIcon size={20} />
          {t("signin.withCompany")}
        </ButtonLink>
      )}
    </nav>
  );
}

/** The way to a new account, below the title. */
export function ToSignUp({ options }: Pick<Props, "options">) {
  const { t } = useTranslation();
  const { lang, query } = usePage();
  if (!options.signUp) return null;
  return (
    <p className={styles.lead}>
      <Link to={pathTo.signup({ lang }, { next: findLocalPath(query.next), invite: query.invite })}>
        {t("signin.toSignUp")}
      </Link>
    </p>
  );
}
