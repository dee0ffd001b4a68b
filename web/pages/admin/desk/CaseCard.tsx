import { Link } from "react-router";
import { Card } from "../../../components/Card";
import { DateTime } from "../../../components/DateTime";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { DeskCase } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import { useTranslation } from "../../../lib/texts";
import styles from "../reports/reports.module.css";
import { CaseActs } from "./CaseActs";
import { CaseNotes } from "./CaseNotes";

/** One case: what it is about, how it stands, what can be done. */
export function CaseCard({ item }: { item: DeskCase }) {
  const { t } = useTranslation();
  const name = item.authorName ?? t("forum.formerMember");
  const lang = item.lang ? HTML_LANG[item.lang] : undefined;
  return (
    <Card as="li">
      <div className={styles.facts}>
        <h2 className="small">{t(`admin.desk.kind.${item.kind}`, { name })}</h2>
        {item.lang && <Tag lang={lang}>{OWN_NAME[item.lang]}</Tag>}
        {item.isLate && <Tag tone="bad">{t("admin.desk.late")}</Tag>}
        {item.reasons.map((reason) => (
          <Tag key={reason} tone="note">
            {t(`admin.desk.reason.${reason}`)}
          </Tag>
        ))}
        {item.reporters > 1 && <Tag tone="note">{t("admin.reports.reporters", { count: item.reporters })}</Tag>}
      </div>
      {item.title && (
        <p lang={lang}>
          <strong>{item.title}</strong>
        </p>
      )}
      <p className={styles.text} lang={lang}>
        {item.body}
      </p>
      <CaseFacts item={item} />
      <CaseNotes item={item} />
      <CaseActs item={item} />
    </Card>
  );
}

function CaseFacts({ item }: { item: DeskCase }) {
  const { t } = useTranslation();
  const lang = useLang();
  const number = item.replyNumber;
  const path =
    item.postId && item.forumSlug && item.kind !== "held"
      ? pathTo.forumPost(
          { lang, forumId: item.forumSlug, postId: item.postId },
          { reply: number === null ? null : String(number) },
        )
      : null;
  return (
    <p className="facts soft small">
      <DateTime value={item.openedAt} />
      {item.claimerName && item.state === "in_progress" && (
        <span>{t("admin.desk.claimedBy", { name: item.claimerName })}</span>
      )}
      {item.decidedAt && (
        <DateTime
          value={item.decidedAt}
          say={(when) => t("admin.reports.handled", { name: item.deciderName ?? t("forum.formerMember"), when })}
        />
      )}
      {path && <Link to={number === null ? path : `${path}#reply-${number}`}>{t("admin.reports.view")}</Link>}
      {item.kind === "message" && <Link to={pathTo.adminMessages({ lang })}>{t("admin.messages.title")}</Link>}
    </p>
  );
}
