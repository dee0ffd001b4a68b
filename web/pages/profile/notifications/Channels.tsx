import { useState } from "react";
import { setNoticeChoice } from "../../../components/watch/notices";
import type { NoticeKind, NoticeSettingsPayload } from "../../../generated/payloads";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { Section } from "../security/Section";
import { BookingChannel } from "./BookingChannel";
import styles from "./Channels.module.css";

interface Props {
  data: NoticeSettingsPayload;
}

const SECTIONS = ["forum", "blog", "people", "booking", "staff"] as const;
type Channel = NoticeKind["offered"][number];

/** For each kind of notice, by which channels it comes. */
export function Channels({ data }: Props) {
  const { t } = useTranslation();
  const shown = SECTIONS.map((section) => ({ section, kinds: data.kinds.filter((kind) => kind.section === section) }));
  return (
    <>
      {data.hasSms && <p className={`soft ${styles.sms}`}>{t("notices.smsHint")}</p>}
      {shown.map(
        ({ section, kinds }) =>
          kinds.length > 0 && (
            <Section key={section} id={`notices-${section}`} title={t(`notices.section.${section}`)}>
              {section === "booking" && <BookingChannel data={data} />}
              {kinds.map((kind) => (
                <Kind key={kind.kind} kind={kind} hasSms={data.hasSms} />
              ))}
            </Section>
          ),
      )}
    </>
  );
}

interface KindProps {
  kind: NoticeKind;
  hasSms: boolean;
}

function Kind({ kind, hasSms }: KindProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<readonly Channel[]>(kind.chosen);
  const isAlwaysEmailed = kind.isEmailedApart && !kind.offered.includes("email");

  // Shown at once, taken back where it could not be stored.
  const handleChange = async (channel: Channel, isOn: boolean) => {
    const before = chosen;
    setChosen(isOn ? [...chosen, channel] : chosen.filter((each) => each !== channel));
    const { failure } = await setNoticeChoice(kind.kind, channel, isOn);
    if (!failure) return;
    setChosen(before);
    showToast(t(failure.key), { tone: "error" });
  };
  return (
    <fieldset className={styles.kind}>
      <legend className={styles.name}>{t(`notices.kind.${kind.kind}`)}</legend>
      {isAlwaysEmailed && <p className="soft small">{t("notices.alwaysEmailed")}</p>}
      <div className={styles.channels}>
        {kind.offered
          .filter((channel) => channel !== "sms" || hasSms)
          .map((channel) => (
            <label key={channel} className={styles.channel}>
              <input
                type="checkbox"
                checked={chosen.includes(channel)}
                onChange={(event) => handleChange(channel, event.target.checked)}
              />
              <span>{t(`notices.channel.${channel}`)}</span>
            </label>
          ))}
      </div>
    </fieldset>
  );
}
