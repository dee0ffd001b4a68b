import { Link } from "react-router";
import { Notice } from "../../components/feedback/Notice";
import { SelectField, SwitchField } from "../../components/fields/Field";
import { BackIcon } from "../../components/icons";
import { PageHead } from "../../components/parts/Heads";
import { saveNoticeSettings } from "../../components/watch/notices";
import { pathTo } from "../../generated/paths";
import type { NoticeSettingsPayload } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import type { PageProps } from "../../lib/page";
import { useQuickAction } from "../../lib/requests/useQuickAction";
import { useTranslation } from "../../lib/texts";
import { Channels } from "./notifications/Channels";
import { EmailTrouble } from "./notifications/EmailTrouble";
import { PushDevices } from "./notifications/PushDevices";
import { QuietHours } from "./notifications/QuietHours";
import { WatchedList } from "./notifications/WatchedList";
import styles from "./Profile.module.css";
import { Section } from "./security/Section";

/** Of what a member is notified, and how. Each switch has effect at once. */
export function NoticeSettings({ data }: PageProps<NoticeSettingsPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <div className={styles.page}>
      <Link className={styles.back} to={pathTo.notifications({ lang })}>
        <BackIcon size={18} />
        {t("notifications.title")}
      </Link>
      <PageHead title={t("notices.title")} lead={t("notices.lead")} />
      <EmailTrouble email={data.email} bounces={data.bounces} />
      <Channels data={data} />
      <Emails data={data} />
      <Section id="quiet" title={t("notices.quiet.title")} lead={t("notices.quiet.lead")}>
        <QuietHours key={`${data.quietFrom}${data.quietUntil}`} data={data} />
      </Section>
      <Section id="watched" title={t("notices.watched.title")} lead={t("notices.watched.lead")}>
        <WatchedList watched={data.watched} />
      </Section>
      <PushDevices />
    </div>
  );
}

interface Props {
  data: NoticeSettingsPayload;
}

function Emails({ data }: Props) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  const { emailDelayMinutes: count } = data;
  const lead = count ? t("notices.emails.lead", { count }) : t("notices.emails.leadNow");
  const save = (change: { emails?: boolean; digest?: string }) =>
    run(() => saveNoticeSettings({ ...data, ...change }), t("notices.saved"));
  return (
    <Section id="emails" title={t("notices.emails.title")} lead={lead}>
      {!data.email && <Notice tone="note">{t("notices.emails.none")}</Notice>}
      <SwitchField
        label={t("notices.emails.on")}
        hint={data.email}
        checked={data.emails}
        disabled={isRunning}
        onChange={(event) => save({ emails: event.target.checked })}
      />
      <SelectField
        label={t("notices.digest.title")}
        hint={t("notices.digest.hint")}
        value={data.digest}
        disabled={!data.emails || isRunning}
        options={(["daily", "weekly", "off"] as const).map((value) => ({ value, label: t(`notices.digest.${value}`) }))}
        onChange={(event) => save({ digest: event.target.value })}
      />
    </Section>
  );
}
