import type { MailLink } from "../../auth/account";
import { ButtonLink } from "../../components/Button";
import { pathTo } from "../../generated/paths";
import { findOwnPath } from "../../lib/address";
import { useLang, useVisitor } from "../../lib/context";
import { useHydrated } from "../../lib/format/useTimeZone";
import { useTranslation } from "../../lib/texts";

interface Props {
  link: MailLink;
  /** The user is signed in already, which was the purpose of the link. */
  isNeedless: boolean;
}

/** An expired or used link: signed-in users continue, others can request a new one. */
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
