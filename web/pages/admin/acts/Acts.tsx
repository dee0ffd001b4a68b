import { Link } from "react-router";
import { Button } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { ListState } from "../../../components/feedback/ListState";
import { UndoIcon } from "../../../components/icons";
import { Pager } from "../../../components/Pager";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { PastAct, PastActsPayload } from "../../../generated/payloads";
import { undoAct } from "../../../lib/api/community/acts";
import { useLang } from "../../../lib/context";
import { HTML_LANG } from "../../../lib/i18n";
import type { PageProps } from "../../../lib/page";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import { undoArticleAct } from "../articles/articleActs";
import { AdminPage } from "../parts/AdminPage";
import styles from "./acts.module.css";

const UNDO = { forum: undoAct, articles: undoArticleAct };

/** Past acts on several things, newest first, each with its undo. */
export function Acts({ data }: PageProps<PastActsPayload>) {
  const { t } = useTranslation();
  return (
    <AdminPage title={t("admin.acts.title")} lead={t("admin.acts.lead")}>
      <ListState
        items={data.acts}
        empty={
          <EmptyState title={t("admin.acts.empty")} drawing="shelf">
            {t("admin.acts.emptyText")}
          </EmptyState>
        }
        pager={<Pager next={data.next} />}
      >
        {(acts) => (
          <ul className="rows">
            {acts.map((act) => (
              <Act key={act.id} act={act} />
            ))}
          </ul>
        )}
      </ListState>
    </AdminPage>
  );
}

interface Props {
  act: PastAct;
}

function Act({ act }: Props) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  return (
    <li className={styles.act} data-undone={act.undoneAt !== null || undefined}>
      <div className={styles.what}>
        <p className="cluster">
          <strong>{t(`admin.acts.kind.${act.kind}`)}</strong>
          <Tag>{t(`admin.acts.area.${act.area}`)}</Tag>
          <Tag>{t("admin.acts.items", { count: act.itemCount })}</Tag>
          {act.hasBan && <Tag tone="bad">{t("admin.acts.banned")}</Tag>}
          {act.undoneAt !== null && <Tag tone="note">{t("admin.acts.undone")}</Tag>}
        </p>
        <Where act={act} />
        <p className="facts soft small">
          <DateTime value={act.createdAt} />
          <span>{act.actorName ?? t("forum.formerMember")}</span>
          {act.undoneAt && (
            <DateTime
              value={act.undoneAt}
              say={(date) => `${t("admin.acts.undoneBy", { name: act.undoneBy ?? t("forum.formerMember") })}, ${date}`}
            />
          )}
          {act.undoUntil && (
            <DateTime value={act.undoUntil} format="date" say={(date) => t("admin.acts.until", { date })} />
          )}
        </p>
      </div>
      {act.undoUntil && (
        <Button
          look="quiet"
          size="small"
          isBusy={isRunning}
          onClick={() => run(() => UNDO[act.area](act.id), t("common.undone"))}
        >
          <UndoIcon size={18} />
          {t("common.undo")}
        </Button>
      )}
    </li>
  );
}

/** The tag, the forum, the post or the member of an act. */
function Where({ act }: Props) {
  const lang = useLang();
  if (act.tag) return <p>#{act.tag}</p>;
  if (act.memberId && act.memberName) {
    return (
      <p>
        <Link to={pathTo.peoplePerson({ lang, personId: act.memberId })}>{act.memberName}</Link>
      </p>
    );
  }
  if (act.forumSlug && act.forumName && act.forumLanguage) {
    return (
      <p lang={HTML_LANG[act.forumLanguage]}>
        <Link to={pathTo.forumForum({ lang, forumId: act.forumSlug })}>{act.forumName}</Link>
      </p>
    );
  }
  if (act.targetId && act.targetForum && act.targetTitle && act.targetLanguage) {
    return (
      <p lang={HTML_LANG[act.targetLanguage]}>
        <Link to={pathTo.forumPost({ lang, forumId: act.targetForum, postId: act.targetId })}>{act.targetTitle}</Link>
      </p>
    );
  }
  return null;
}
