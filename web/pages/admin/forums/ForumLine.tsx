import { useState } from "react";
import { Button } from "../../../components/Button";
import { Tag } from "../../../components/Tag";
import type { AdminForum, AdminForumsPayload } from "../../../generated/payloads";
import { deleteForum, orderForums, restoreForum } from "../../../lib/api/forum";
import { setForumDraft } from "../../../lib/api/setup";
import { useLang } from "../../../lib/context";
import { separatorIn } from "../../../lib/format/format";
import { HTML_LANG } from "../../../lib/i18n";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import { OrderButtons } from "../parts/OrderButtons";
import styles from "../parts/parts.module.css";
import { Removal } from "../parts/Removal";
import { useMissing } from "../parts/useMissing";
import { AccessForm } from "./AccessForm";
import { AreaMarks } from "./AreaMarks";
import { ForumForm } from "./ForumForm";
import { findForumText } from "./forumName";
import { QueueField } from "./QueueField";

interface Props {
  forum: AdminForum;
}

interface LineProps extends Props {
  /** All forums in their order, and the groups. */
  data: AdminForumsPayload;
}

/** One row: the forum, what can be done with it, its place. Forms open under it. */
export function ForumLine({ forum, data }: LineProps) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState<"texts" | "access" | null>(null);
  const close = () => setEditing(null);
  const text = findForumText(forum, useLang());
  const name = text?.name ?? forum.slug;
  return (
    <li className={styles.line}>
      <div className={styles.what}>
        <h2 lang={text && HTML_LANG[text.language]}>{name}</h2>
        <Facts forum={forum} data={data} />
      </div>
      {editing === null && (
        <div className={styles.acts}>
          <Button look="quiet" size="small" onClick={() => setEditing("texts")}>
            {t("forum.post.edit")}
          </Button>
          <Button look="quiet" size="small" onClick={() => setEditing("access")}>
            {t("admin.access.title")}
          </Button>
          <DraftSwitch forum={forum} />
          {forum.postCount === 0 && (
            <Removal
              isInRow
              labels={{
                act: t("admin.forums.delete"),
                title: t("admin.forums.deleteTitle", { name }),
                text: t("admin.forums.deleteText"),
                done: t("admin.forums.removed"),
              }}
              remove={() => deleteForum(forum.id)}
              restore={() => restoreForum(forum.id)}
            />
          )}
        </div>
      )}
      <OrderButtons
        id={forum.id}
        all={data.forums}
        labels={{
          up: t("admin.forums.up", { name }),
          down: t("admin.forums.down", { name }),
          done: t("admin.forums.saved"),
        }}
        save={orderForums}
      />
      {editing && (
        <div className={styles.opened}>
          {editing === "texts" ? (
            <ForumForm forum={forum} onDone={close} />
          ) : (
            <>
              <QueueField forum={forum} />
              <AreaMarks forum={forum} />
              <AccessForm forum={forum} data={data} onDone={close} />
            </>
          )}
        </div>
      )}
    </li>
  );
}

/** Opens a draft for everyone, or hides an empty forum again. */
function DraftSwitch({ forum }: Props) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  if (!forum.isDraft && forum.postCount > 0) return null;
  const done = t(forum.isDraft ? "admin.forums.opened" : "admin.forums.hidden");
  return (
    <Button
      look="quiet"
      size="small"
      isBusy={isRunning}
      onClick={() =>
        run(
          () => setForumDraft(forum.id, !forum.isDraft),
          done,
          () => setForumDraft(forum.id, forum.isDraft),
        )
      }
    >
      {t(forum.isDraft ? "admin.forums.open" : "admin.forums.hide")}
    </Button>
  );
}

function Facts({ forum, data }: LineProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const above = data.forums.find((one) => one.id === forum.parentId);
  const languages = useMissing(forum.texts.map((text) => text.language));
  const marks = forum.keptFrom.map((mark) => t(`marks.of.${mark}`)).join(separatorIn(lang));
  return (
    <p className="facts">
      {forum.isDraft && (
        <span>
          <Tag tone="note">{t("admin.forums.draft")}</Tag>
        </span>
      )}
      {forum.isRestricted && (
        <span>
          <Tag>{t("admin.access.limitedTag")}</Tag>
        </span>
      )}
      {forum.isConfidential && (
        <span>
          <Tag tone="accent">{t("admin.access.confidential")}</Tag>
        </span>
      )}
      {above && <span>{t("admin.access.below", { name: findForumText(above, lang)?.name ?? above.slug })}</span>}
      <span>{t("forum.posts", { count: forum.postCount })}</span>
      <span>{t("forum.replies", { count: forum.replyCount })}</span>
      {languages && <span>{t("admin.forums.missing", { languages })}</span>}
      {marks && (
        <span>
          {t("marks.area")}: {marks}
        </span>
      )}
    </p>
  );
}
