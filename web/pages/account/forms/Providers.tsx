import { Link } from "react-router";
import { signInWithProvider } from "../../../auth/account";
import { addressOutside, findInAppBrowser } from "../../../auth/inAppBrowser";
import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { Notice } from "../../../components/feedback/Notice";
import { pathTo } from "../../../generated/paths";
import type { OAuthProvider } from "../../../generated/payloads";
import { usePage } from "../../../lib/context";
import { separatorIn } from "../../../lib/format/format";
import { useAction } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import styles from "../Account.module.css";

interface Props {
  providers: readonly OAuthProvider[];
  /** The path to return to. */
  goOn: string;
  isReady: boolean;
  /** Another way without a form. */
  children?: React.ReactNode;
}

/** One button for each configured OAuth provider that accepts this browser. */
export function Providers({ providers, goOn, isReady, children }: Props) {
  const { t } = useTranslation();
  const { lang, query } = usePage();
  const { run, isRunning, failure } = useAction(signInWithProvider);
  // The server does not know the browser: inside an app some buttons disappear on hydration.
  const browser = isReady ? findInAppBrowser(navigator.userAgent) : null;
  const blocked = providers.filter(({ name }) => browser?.blocked.includes(name));
  return (
    <div className={styles.providers}>
      <FailureNotice failure={failure} />
      {providers
        .filter((provider) => !blocked.includes(provider))
        .map((provider) => (
          <Button
            key={provider.name}
            isWide
            isBusy={isRunning}
            disabled={!isReady}
            onClick={() => run(provider.name, goOn, lang, query.invite)}
          >
            {t("signin.continueWith", { provider: provider.label })}
          </Button>
        ))}
      {browser && blocked.length > 0 && (
        <InsideApp
          names={blocked.map((provider) => provider.label)}
          outside={addressOutside(browser, location.href)}
          goOn={goOn}
        />
      )}
      {children}
    </div>
  );
}

interface InsideAppProps {
  names: string[];
  /** The address that opens the real browser; null where only the app's own menu can. */
  outside: string | null;
  goOn: string;
}

/** The alternative to providers that reject this browser. */
function InsideApp({ names, outside, goOn }: InsideAppProps) {
  const { t } = useTranslation();
  const { lang, query } = usePage();
  return (
    <Notice tone="note">
      <p>{t("signin.insideApp", { providers: names.join(separatorIn(lang)) })}</p>
      <p className="cluster">
        {outside ? <a href={outside}>{t("signin.openBrowser")}</a> : <span>{t("signin.openMenu")}</span>}
        <Link to={pathTo.signin({ lang }, { method: "code", next: goOn, invite: query.invite })}>
          {t("signin.withCode")}
        </Link>
      </p>
    </Notice>
  );
}
