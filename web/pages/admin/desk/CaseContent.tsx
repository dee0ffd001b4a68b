import { Link } from "react-router";
import { DateTime } from "../../../components/DateTime";
import { RichText } from "../../../components/richText/RichText";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { DeskCase } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import { useTranslation } from "../../../lib/texts";
import styles from "./desk.module.css";

interface Props {
  item: DeskCase;
}

/** Subject of a case: the whole text that waits, an excerpt of others, or bookings; and the reported content. */
export function CaseContent({ item }: Props) {
  const lang = item.lang ? HTML_LANG[item.lang] : undefined;
  return (
    <>
      {item.title && (
        <p lang={item.replyNumber === null ? lang : undefined}>
          <strong>{item.title}</strong>
        </p>
      )}
      {item.document && (
        <div className={styles.text}>
          <RichText document={item.document} lang={lang} isMembers />
        </div>
      )}
      {item.body && (
        <p className={styles.text} lang={lang}>
          {item.body}
        </p>
      )}
      {item.original && <Original original={item.original} />}
      {item.poll && <Poll poll={item.poll} lang={lang} />}
      {item.bookings.length > 0 && <Bookings item={item} />}
      {item.reports.length > 0 && <Reports item={item} />}
    </>
  );
}

/** The text that was translated, for a comparison. */
function Original({ original }: { original: NonNullable<DeskCase["original"]> }) {
  const { t } = useTranslation();
  return (
    <>
      <p className="soft small">{t("admin.desk.original", { language: OWN_NAME[original.language] })}</p>
      <div className={styles.text} lang={HTML_LANG[original.language]}>
        {original.title && (
          <p>
            <strong>{original.title}</strong>
          </p>
        )}
        <p>{original.body}</p>
      </div>
    </>
  );
}

function Poll({ poll, lang }: { poll: NonNullable<DeskCase["poll"]>; lang: string | undefined }) {
  const { t } = useTranslation();
  return (
    <div className={styles.text} lang={lang}>
      <p>{t("admin.desk.poll", { question: poll.question })}</p>
      <ul>
        {poll.options.map((option) => (
          <li key={option}>{option}</li>
        ))}
      </ul>
    </div>
  );
}

function Bookings({ item }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <ul className={styles.list}>
      {item.bookings.map((booking) => (
        <li key={booking.id} className={styles.facts}>
          <Link className="touch" to={pathTo.bookView({ lang, bookId: booking.id })}>
            <DateTime value={booking.startsAt} />
          </Link>
          <span>{booking.service}</span>
          {booking.name !== item.authorName && <span className="soft">{booking.name}</span>}
          {booking.isCancelled && <Tag tone="bad">{t("admin.desk.cancelled")}</Tag>}
        </li>
      ))}
    </ul>
  );
}

/** Each report with its note. */
function Reports({ item }: Props) {
  const { t } = useTranslation();
  return (
    <ul className={styles.list} aria-label={t("admin.desk.reports")}>
      {item.reports.map((report) => (
        <li key={report.id} className={styles.note}>
          {report.note && <p>{report.note}</p>}
          <p className="facts soft small">
            <span>{t(`admin.desk.reason.${report.reason}`)}</span>
            <DateTime
              value={report.createdAt}
              say={(when) => t("admin.desk.by", { name: report.reporterName ?? t("forum.formerMember"), when })}
            />
          </p>
        </li>
      ))}
    </ul>
  );
}
