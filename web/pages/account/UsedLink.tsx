import type { MailLink } from "../../auth/account";
import { ButtonLink } from "../../components/Button";
import { pathTo } from "../../generated/paths";
import { findOwnPath } from "../../lib/address";
import { useLang, useVisitor } from "../../lib/context";
import { useHydrated } from "../../lib/format/useTimeZone";
import { useTranslation } from "../../lib/texts";

interface Props {
  link: MailLink;
  /** She is signed in already, and the link was for that. */
  isNeedless: boolean;
}

/** A link that came late, or was used before: who is signed in goes on, everybody else gets a new one. */
export function UsedLink({ link, isNeedless }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const visitor = useVisitor();
  const isHydrated = useHydrated();
  const goOn = (isHydrated && findOwnPath(link.redirectTo, location.origin)) || pathTo.home({ lang });
  if (visitor) {
    return (
      <>
        {isNeedless && <p role="alert">{t("signin.linkSignedIn")}</p>}
        <ButtonLink look="primary" isWide to={goOn}>
          {t("signup.codeSubmit")}
        </ButtonLink>
      </>
    );
  }
  return (
    <ButtonLink look="primary" isWide to={pathTo.signin({ lang }, { method: "code", next: goOn })}>
      {t("reset-password.askLink")}
    </ButtonLink>
  );
}
