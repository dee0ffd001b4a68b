import { Link } from "react-router";
import { ButtonLink } from "../../../components/Button";
import { Notice } from "../../../components/feedback/Notice";
import { BackIcon } from "../../../components/icons";
import { PageHead } from "../../../components/parts/Heads";
import { pathTo } from "../../../generated/paths";
import type { SecurityPayload } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { EmailTrouble } from "../notifications/EmailTrouble";
import styles from "../Profile.module.css";
import { DeleteAccount } from "./DeleteAccount";
import { Factors } from "./factors/Factors";
import { Incidents } from "./Incidents";
import { OwnData } from "./OwnData";
import { Perspectives } from "./Perspectives";
import { OwnRequests } from "./requests/OwnRequests";
import { Section } from "./Section";
import { Sessions } from "./Sessions";
import { EmailForm } from "./signIn/EmailForm";
import { Identities } from "./signIn/Identities";
import { Passkeys } from "./signIn/Passkeys";
import { PasswordForm } from "./signIn/PasswordForm";
import { PhoneForm } from "./signIn/PhoneForm";

/** Sign-in methods, sessions, and account deletion. */
export function Security({ data }: PageProps<SecurityPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <div className={styles.page}>
      <div>
        <Link className={styles.back} to={pathTo.profile({ lang })}>
          <BackIcon size={18} />
          {t("profile.security.back")}
        </Link>
        <PageHead title={t("profile.security.title")} />
      </div>
      {data.needsFactor && <Notice tone="note">{t("profile.security.needsFactor")}</Notice>}
      {data.dueAt && <DeleteAccount dueAt={data.dueAt} erasesTexts={data.erasesTexts} />}
      <div className={styles.settings}>
        <Section id="email" title={t("profile.security.email")}>
          <EmailTrouble email={data.email} bounces={data.bounces} />
          <EmailForm email={data.email} newEmail={data.newEmail} />
        </Section>
        {data.options.phone && (
          <Section id="phone" title={t("profile.security.phone")}>
            <PhoneForm phone={data.phone} />
          </Section>
        )}
        <Section id="password" title={t("profile.security.password")}>
          <PasswordForm email={data.email} />
        </Section>
        {data.options.passkeys && (
          <Section id="passkeys" title={t("profile.security.passkeys")} lead={t("profile.security.passkeysLead")}>
            <Passkeys />
          </Section>
        )}
        <Section id="factors" title={t("profile.security.factors")} lead={t("profile.security.factorsLead")}>
          <Factors options={data.options} phone={data.phone} />
        </Section>
        <Section id="sessions" title={t("profile.security.sessions")} lead={t("profile.security.sessionsLead")}>
          <Sessions />
        </Section>
        <Section id="identities" title={t("profile.security.identities")}>
          <Identities identities={data.identities} providers={data.options.providers} />
        </Section>
        <Section id="data" title={t("profile.security.data")} lead={t("profile.security.dataLead")}>
          <OwnData copy={data.export} />
        </Section>
        <Section id="requests" title={t("profile.requests.title")} lead={t("profile.requests.lead")}>
          <OwnRequests requests={data.requests} days={data.privacyDays} />
        </Section>
        {data.incidents.length > 0 && (
          <Section id="incidents" title={t("profile.security.incidents")} lead={t("profile.security.incidentsLead")}>
            <Incidents incidents={data.incidents} />
          </Section>
        )}
        <Section
          id="perspectives"
          title={t("profile.security.perspectives")}
          lead={t("profile.security.perspectivesLead")}
        >
          <Perspectives perspectives={data.perspectives} />
        </Section>
        <Section id="consents" title={t("profile.security.consents")} lead={t("profile.security.consentsLead")}>
          <ButtonLink to={pathTo.consent({ lang })}>{t("profile.security.consentsOpen")}</ButtonLink>
        </Section>
        {!data.dueAt && (
          <Section id="leave" title={t("profile.security.leave")} lead={t("profile.security.leaveLead")}>
            <DeleteAccount dueAt={null} erasesTexts={data.erasesTexts} />
          </Section>
        )}
      </div>
    </div>
  );
}
