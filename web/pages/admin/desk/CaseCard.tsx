import { Link } from "react-router";
import { Button } from "../../../components/Button";
import { Card } from "../../../components/Card";
import { DateTime } from "../../../components/DateTime";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { DeskCase } from "../../../generated/payloads";
import { undoAutomaticAct } from "../../../lib/api/community/held";
import { useLang, useVisitor } from "../../../lib/context";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import { CaseActs } from "./CaseActs";
import { CaseContent } from "./CaseContent";
import { CaseNotes } from "./CaseNotes";
import styles from "./desk.module.css";

interface Props {
  item: DeskCase;
}

/** One case: what it is about, how it stands, what can be done. */
export function CaseCard({ item }: Props) {
  const { t } = useTranslation();
  const name = item.authorName ?? t("forum.formerMember");
  return (
    <Card as="li">
      <div className={styles.facts}>
        <h2 className="small">{t(`admin.desk.kind.${item.kind}`, { name })}</h2>
        {item.lang && <Tag lang={HTML_LANG[item.lang]}>{OWN_NAME[item.lang]}</Tag>}
        {item.isLate && <Tag tone="bad">{t("admin.desk.late")}</Tag>}
        {item.isHidden && <Tag tone="note">{t("admin.desk.isHidden")}</Tag>}
        {item.reasons.map((reason) => (
          <Tag key={reason} tone="note">
            {t(`admin.desk.reason.${reason}`)}
          </Tag>
        ))}
        {item.reporters > 1 && <Tag tone="note">{t("admin.desk.reporters", { count: item.reporters })}</Tag>}
      </div>
      <CaseContent item={item} />
      {item.silencedUntil && <SilencedAuthor item={item} until={item.silencedUntil} />}
      <CaseFacts item={item} />
      <CaseNotes item={item} />
      <CaseActs item={item} />
    </Card>
  );
}

/** Reports silenced the author before a moderator came. */
function SilencedAuthor({ item, until }: Props & { until: string }) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  const { silenceAct: act } = item;
  return (
    <div className="cluster">
      <Tag tone="bad">
        <DateTime value={until} say={(when) => t("admin.desk.silenced", { when })} />
      </Tag>
      {act && (
        <Button
          size="small"
          isBusy={isRunning}
          onClick={() => run(() => undoAutomaticAct(act), t("admin.desk.silence.lifted"))}
        >
          {t("admin.desk.silence.lift")}
        </Button>
      )}
    </div>
  );
}

function CaseFacts({ item }: Props) {
  const { t } = useTranslation();
  return (
    <p className="facts soft small">
      <DateTime value={item.openedAt} />
      {item.claimerName && item.state === "in_progress" && (
        <span>{t("admin.desk.claimedBy", { name: item.claimerName })}</span>
      )}
      {item.decidedAt && (
        <DateTime
          value={item.decidedAt}
          say={(when) => t("admin.desk.decided", { name: item.deciderName ?? t("forum.formerMember"), when })}
        />
      )}
      <CaseLink item={item} />
    </p>
  );
}

/** The way to what a case is about. */
function CaseLink({ item }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const visitor = useVisitor();
  const { kind, path, authorId, authorName } = item;
  if (kind === "message") return <Link to={pathTo.adminMessages({ lang })}>{t("admin.messages.title")}</Link>;
  if (kind === "profile" && authorId)
    return <Link to={pathTo.peoplePerson({ lang, personId: authorId })}>{t("admin.desk.profile")}</Link>;
  if ((kind === "private" || kind === "booking") && authorId && visitor?.isAdmin)
    return (
      <Link to={pathTo.adminMember({ lang, memberId: authorId })}>
        {t("admin.desk.account", { name: authorName ?? "" })}
      </Link>
    );
  if (!path || !["post", "reply", "translation"].includes(kind)) return null;
  return <Link to={`/${lang}${path}`}>{t("admin.desk.view")}</Link>;
}
