import { Link } from "react-router";
import { ButtonLink } from "../../components/Button";
import { Notice } from "../../components/feedback/Notice";
import { LanguageNote } from "../../components/LanguageNote";
import { pathTo } from "../../generated/paths";
import type { BookViewPayload } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import { HTML_LANG } from "../../lib/i18n";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { BookingActions } from "./BookingActions";
import { CalendarFeed } from "./CalendarFeed";
import styles from "./View.module.css";
import { When } from "./When";

/** One booking: when and where, and what can still be done about it. */
export function View({ data }: PageProps<BookViewPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const textLang = data.lang === lang ? undefined : HTML_LANG[data.lang];
  return (
    <article className={styles.page}>
      <Link className="small" to={pathTo.book({ lang })}>
        {t("book.service.all")}
      </Link>
      <h1 lang={textLang}>{data.name}</h1>
      <LanguageNote shown={data.lang} />
      <State data={data} />
      <When value={data} timeZone={data.timeZone} />
      <Facts data={data} textLang={textLang} />
      <BookingActions data={data} />
      {data.feedPath && <CalendarFeed path={data.feedPath} />}
    </article>
  );
}

interface Props {
  data: BookViewPayload;
}

function State({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  if (data.status === "booked") return <Notice tone="good">{t("book.view.booked")}</Notice>;
  if (data.status === "waiting") {
    return (
      <Notice tone="note">
        <p>
          <strong>{t("book.inLine", { position: data.waitingPosition ?? 1 })}</strong>
        </p>
        <p>{t("book.view.waiting")}</p>
      </Notice>
    );
  }
  const again = data.isMine && data.isActive && (
    <ButtonLink to={pathTo.bookService({ lang, serviceId: data.serviceSlug })}>{t("book.view.again")}</ButtonLink>
  );
  return (
    <Notice tone="bad" action={again}>
      {t("book.view.cancelled")}
    </Notice>
  );
}

interface FactsProps extends Props {
  textLang: string | undefined;
}

function Facts({ data, textLang }: FactsProps) {
  const { t } = useTranslation();
  const rows = [
    !data.isMine && { name: "member", value: data.memberName },
    data.hostName && { name: "host", value: data.hostName },
    data.place && { name: "place", value: data.place, lang: textLang },
    data.onlineUrl && { name: "online", value: <a href={data.onlineUrl}>{data.onlineUrl}</a> },
    data.partySize > 1 && { name: "party", value: t("book.people", { count: data.partySize }) },
    data.note && { name: "note", value: data.note },
  ].filter((row) => row !== false && row !== "" && row !== null);
  return (
    <dl className={styles.facts}>
      {rows.map((row) => (
        <div key={row.name}>
          <dt>{t(`book.view.fact.${row.name}`)}</dt>
          <dd lang={"lang" in row ? row.lang : undefined}>{row.value}</dd>
        </div>
      ))}
    </dl>
  );
}
