import { Avatar } from "../../../components/Avatar";
import type { BookViewPayload } from "../../../generated/payloads";
import { useLang, useSite } from "../../../lib/context";
import { formatMoment, formatSpan } from "../../../lib/format/format";
import { useLength } from "../../../lib/format/useLength";
import { useOwnClock } from "../../../lib/format/useTimeZone";
import { isSameClock, zoneName, zoneOffset } from "../../../lib/format/zones";
import { HTML_LANG } from "../../../lib/i18n";
import { useTranslation } from "../../../lib/texts";
import styles from "./Ticket.module.css";

interface Props {
  data: BookViewPayload;
}

/** The booking as a ticket: the time at the top, the facts below it, and a code that the staff can open it with. */
export function Ticket({ data }: Props) {
  const lang = useLang();
  const textLang = data.lang === lang ? undefined : HTML_LANG[data.lang];
  return (
    <div className={styles.ticket} data-ticket data-off={data.status === "cancelled" || data.isOver || undefined}>
      <Top data={data} textLang={textLang} />
      <div className={styles.middle} data-torn={data.qr ? true : undefined}>
        {data.hostName && (
          <p className={styles.host}>
            <Avatar name={data.hostName} pictureUrl={data.hostPictureUrl} size="large" />
            <Host name={data.hostName} chosenBy={data.chosenBy} />
          </p>
        )}
        <Facts data={data} textLang={textLang} />
      </div>
      {data.qr && <Stub qr={data.qr} name={data.memberName} />}
    </div>
  );
}

interface PartProps extends Props {
  textLang: string | undefined;
}

function Top({ data, textLang }: PartProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const { name } = useSite();
  const own = useOwnClock();
  const { startsAt, endsAt, timeZone } = data;
  return (
    <div className={styles.top}>
      <p className={styles.brand}>
        <span className="heading">{name}</span>
        <span className="small">{t("book.view.title")}</span>
      </p>
      <time dateTime={startsAt}>
        <span className={styles.day} suppressHydrationWarning>
          {formatMoment(lang, startsAt, timeZone, "day")}
        </span>
        <span className={styles.time} suppressHydrationWarning>
          {formatSpan(lang, startsAt, endsAt, timeZone, "time")}
        </span>
      </time>
      <p className={`heading ${styles.name}`} lang={textLang}>
        {data.name}
      </p>
      <p className="small" suppressHydrationWarning>
        {zoneName(lang, timeZone, startsAt)}
      </p>
      {(!own.isKnown || !isSameClock(timeZone, own.zone, startsAt)) && (
        <p className="small own-clock" data-awaited={!own.isKnown || undefined} suppressHydrationWarning>
          {t("book.yourTime", {
            time: formatMoment(lang, startsAt, own.zone, "dayTime"),
            zone: zoneOffset(lang, own.zone, startsAt),
          })}
        </p>
      )}
    </div>
  );
}

function Host({ name, chosenBy }: Pick<BookViewPayload, "chosenBy"> & { name: string }) {
  const { t } = useTranslation();
  const reason = chosenBy[0];
  return (
    <span>
      <span className="small soft">{t("book.view.fact.host")}</span>
      <strong>{name}</strong>
      {reason && reason !== "wanted" && <span className="small soft">{t(`book.view.chosen.${reason}`)}</span>}
    </span>
  );
}

function Facts({ data, textLang }: PartProps) {
  const { t } = useTranslation();
  const length = useLength();
  const minutes = Math.round((Date.parse(data.endsAt) - Date.parse(data.startsAt)) / 60_000);
  const rows = [
    data.roomName && { name: "room", value: data.roomName },
    data.place && { name: "place", value: data.place, lang: textLang },
    data.equipmentName && { name: "equipment", value: data.equipmentName },
    { name: "length", value: length(minutes) },
    !data.isMine && { name: "member", value: data.memberName },
    !data.isMine && data.contact && { name: "contact", value: <Contact address={data.contact} /> },
    data.partySize > 1 && { name: "party", value: t("book.people", { count: data.partySize }) },
    data.onlineUrl && { name: "online", value: <a href={data.onlineUrl}>{data.onlineUrl}</a>, isWide: true },
    data.note && { name: "note", value: data.note, isWide: true },
  ].filter((row) => row !== false && row !== "" && row !== null);
  return (
    <dl className={styles.facts}>
      {rows.map((row) => (
        <div key={row.name} data-wide={("isWide" in row && row.isWide) || undefined}>
          <dt>{t(`book.view.fact.${row.name}`)}</dt>
          <dd lang={"lang" in row ? row.lang : undefined}>{row.value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Of a guest, for the staff: pressed to call or to write. */
function Contact({ address }: { address: string }) {
  return <a href={`${address.includes("@") ? "mailto:" : "tel:"}${address}`}>{address}</a>;
}

interface StubProps {
  qr: string;
  name: string;
}

function Stub({ qr, name }: StubProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.stub}>
      <img className={styles.code} data-avatar src={qr} alt={t("book.view.qr")} width="112" height="112" />
      <p>
        <strong>{name}</strong>
        <span className="small soft">{t("book.view.show")}</span>
      </p>
    </div>
  );
}
