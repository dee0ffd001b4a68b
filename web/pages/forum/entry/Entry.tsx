import { useState } from "react";
import { Link } from "react-router";
import { RichText } from "../../../components/richText/RichText";
import type { ForumEntry, ForumQuote } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { HTML_LANG } from "../../../lib/i18n";
import { usePart } from "../../../lib/parts/usePart";
import { useTranslation } from "../../../lib/texts";
import { PersonFace, PersonName } from "../parts/Person";
import { EntryActions } from "./EntryActions";
import { EntryTime } from "./EntryTime";
import styles from "./entry.module.css";
import type { EntryProps } from "./entryTypes";
import { pathToReply } from "./pathToReply";

const loadEditForm = () => import("../write/EditForm").then((module) => module.EditForm);

/** One post or reply: author and time, the text or its trace, and its actions. */
export function Entry(props: EntryProps) {
  const { entry, place } = props;
  const [isEditing, setEditing] = useState(false);
  const { Part: EditForm, want } = usePart(loadEditForm, "editor");
  const handleEdit = () => {
    setEditing(true);
    want();
  };
  const isShown = entry.state === "shown";
  return (
    <article
      id={place && `reply-${place.number}`}
      tabIndex={-1}
      className={styles.entry}
      data-state={entry.state}
      translate={entry.keptFrom.includes("translate") ? "no" : undefined}
    >
      <PersonFace person={entry.author} />
      <header className={styles.head}>
        <strong className={styles.name}>
          <PersonName person={entry.author} />
        </strong>
        <EntryTime {...props} />
      </header>
      {place?.quotes && <Answers quotes={place.quotes} address={props.address} />}
      {isEditing && isShown && EditForm ? (
        <EditForm {...props} onDone={() => setEditing(false)} />
      ) : (
        <>
          <EntryText entry={entry} isReply={place !== undefined} />
          <EntryActions {...props} onEdit={handleEdit} />
        </>
      )}
    </article>
  );
}

interface AnswersProps {
  quotes: ForumQuote;
  address: EntryProps["address"];
}

function Answers({ quotes, address }: AnswersProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const name = quotes.authorName ?? t("forum.formerMember");
  return (
    <Link className={styles.answers} to={pathToReply(lang, address, quotes.number)}>
      {t("forum.post.answers", { name, number: quotes.number })}
    </Link>
  );
}

interface EntryTextProps {
  entry: ForumEntry;
  isReply: boolean;
}

/** The text, in the reader's language where it is translated, and below it the original, or what was withdrawn. */
function EntryText({ entry, isReply }: EntryTextProps) {
  const { body, language } = entry.translation ?? entry;
  const hidden = entry.withdrawn ?? entry.body;
  return (
    <>
      {body ? (
        <RichText document={body} lang={HTML_LANG[language]} isMembers />
      ) : (
        <Trace entry={entry} isReply={isReply} />
      )}
      {entry.below && hidden && (
        <details className={styles.withdrawn}>
          <summary>{entry.below}</summary>
          <RichText document={hidden} lang={HTML_LANG[entry.language]} isMembers />
        </details>
      )}
    </>
  );
}

function Trace({ entry, isReply }: EntryTextProps) {
  const { t } = useTranslation();
  if (entry.movedTo) {
    return (
      <Link className={styles.trace} to={entry.movedTo}>
        {t("forum.reply.moved")}
      </Link>
    );
  }
  const what = entry.state === "deleted" ? "deleted" : "hidden";
  const text = {
    deleted: isReply ? t("forum.reply.deleted") : t("forum.post.deleted"),
    hidden: isReply ? t("forum.reply.hidden") : t("forum.post.hidden"),
  };
  return <p className={styles.trace}>{text[what]}</p>;
}
