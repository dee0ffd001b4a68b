import { Link } from "react-router";
import { Avatar } from "../../../components/Avatar";
import { RichText } from "../../../components/richText/RichText";
import { pathTo } from "../../../generated/paths";
import type { ForumReply } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";

import { formatMoment } from "../../../lib/format/format";
import { formatAgo } from "../../../lib/format/relative";
import { useNow } from "../../../lib/format/useNow";
import { useTimeZone } from "../../../lib/format/useTimeZone";
import { HTML_LANG } from "../../../lib/i18n";
import { useTranslation } from "../../../lib/texts";
import styles from "./Comments.module.css";

interface Props {
  reply: ForumReply;
  /** To the comment itself. */
  path: string;
}

/** One comment to read: its author, when it was written, which is its permanent link, and its text or trace. */
export function Comment({ reply: { entry, number }, path }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const timeZone = useTimeZone();
  const ago = formatAgo(lang, entry.createdAt, timeZone, useNow());
  const { author } = entry;
  const { body, language } = entry.translation ?? entry;
  return (
    <article
      id={`reply-${number}`}
      tabIndex={-1}
      className={styles.comment}
      data-state={entry.state}
      translate={entry.keptFrom.includes("translate") ? "no" : undefined}
    >
      <Avatar name={author?.displayName ?? "–"} pictureUrl={author?.pictureUrl ?? null} />
      <header className={styles.head}>
        <strong className={styles.name}>
          {author ? (
            <Link to={pathTo.peoplePerson({ lang, personId: author.id })}>
              <bdi>{author.displayName}</bdi>
            </Link>
          ) : (
            t("forum.formerMember")
          )}
        </strong>
        <Link
          className={styles.time}
          to={path}
          aria-label={`${ago}: ${t("forum.post.linkTo", { number })}`}
          suppressHydrationWarning
        >
          <time
            dateTime={entry.createdAt}
            title={formatMoment(lang, entry.createdAt, timeZone)}
            suppressHydrationWarning
          >
            {ago}
          </time>
        </Link>
      </header>
      {body ? (
        <RichText document={body} lang={HTML_LANG[language]} isMembers />
      ) : (
        <p className="soft">{entry.state === "deleted" ? t("forum.reply.deleted") : t("forum.reply.hidden")}</p>
      )}
      {entry.translation && entry.body && (
        <details className={styles.original}>
          <summary>{entry.below}</summary>
          <RichText document={entry.body} lang={HTML_LANG[entry.language]} isMembers />
        </details>
      )}
    </article>
  );
}
