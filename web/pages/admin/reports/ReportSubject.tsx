import { Link } from "react-router";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { ReportedThing } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { HTML_LANG } from "../../../lib/i18n";
import { useTranslation } from "../../../lib/texts";
import styles from "./reports.module.css";

interface Props {
  thing: ReportedThing;
}

/** The post or reply that it is about: its thread, its writer, its words, and the way to its place. */
export function ReportSubject({ thing }: Props) {
  const { t } = useTranslation();
  const name = thing.authorName ?? t("forum.formerMember");
  const lang = HTML_LANG[thing.language];
  return (
    <>
      <div className={styles.facts}>
        <h2 className="small">
          {thing.replyNumber === null
            ? t("admin.reports.post", { name })
            : t("admin.reports.reply", { name, number: thing.replyNumber })}
        </h2>
        {thing.isHidden && <Tag tone="note">{t("admin.reports.isHidden")}</Tag>}
      </div>
      {thing.title !== null && (
        <p lang={thing.replyNumber === null ? lang : undefined}>
          <strong>{thing.title}</strong>
        </p>
      )}
      <p className={styles.text} lang={lang}>
        {thing.text}
      </p>
      <p className="small">
        <ThingLink thing={thing} />
      </p>
    </>
  );
}

function ThingLink({ thing }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const number = thing.replyNumber;
  const path = pathTo.forumPost(
    { lang, forumId: thing.forumSlug, postId: thing.postId },
    { reply: number === null ? null : String(number) },
  );
  return <Link to={number === null ? path : `${path}#reply-${number}`}>{t("admin.reports.view")}</Link>;
}
