import { useState } from "react";
import { Button } from "../../../components/Button";
import { Card } from "../../../components/Card";
import { ConfirmDialog } from "../../../components/ConfirmDialog";
import { ChevronIcon } from "../../../components/icons";
import type { AdminForum } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { formatList } from "../../../lib/format";
import { deleteForum, orderForums } from "../../../lib/forum";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import { LANGS } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { useAction, useRefresh } from "../../../lib/useAction";
import { useQuickAct } from "../../../lib/useQuickAct";
import { ForumForm } from "./ForumForm";
import { findForumText } from "./forumName";
import styles from "./forums.module.css";

interface Props {
  forum: AdminForum;
}

interface LineProps extends Props {
  /** All of them, in their order. */
  forums: readonly AdminForum[];
}

export function ForumLine({ forum, forums }: LineProps) {
  const { t } = useTranslation();
  const [isEditing, setEditing] = useState(false);
  const text = findForumText(forum, useLang());
  return (
    <Card as="li">
      <div className={styles.head}>
        <h2 lang={text && HTML_LANG[text.language]}>{text?.name ?? forum.slug}</h2>
        <Order forum={forum} forums={forums} name={text?.name ?? forum.slug} />
      </div>
      {isEditing ? (
        <ForumForm forum={forum} onDone={() => setEditing(false)} />
      ) : (
        <>
          <Facts forum={forum} />
          <div className="cluster">
            <Button onClick={() => setEditing(true)}>{t("forum.post.edit")}</Button>
            {forum.postCount === 0 && <Removal forum={forum} name={text?.name ?? forum.slug} />}
          </div>
        </>
      )}
    </Card>
  );
}

function Facts({ forum }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const missing = LANGS.filter((one) => !forum.texts.some((text) => text.language === one));
  const names = missing.map((one) => OWN_NAME[one]);
  return (
    <div className="soft small">
      <p>
        {t("forum.posts", { count: forum.postCount })} · {t("forum.replies", { count: forum.replyCount })}
      </p>
      {names.length > 0 && <p>{t("admin.forums.missing", { languages: formatList(lang, names) })}</p>}
    </div>
  );
}

interface NamedProps extends Props {
  name: string;
}

function Order({ forum, forums, name }: NamedProps & LineProps) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAct();
  const ids = forums.map((one) => one.id);
  const place = ids.indexOf(forum.id);
  const move = (step: number) => {
    const moved = ids.filter((id) => id !== forum.id);
    moved.splice(place + step, 0, forum.id);
    return run(() => orderForums(moved), t("admin.forums.saved"));
  };
  return (
    <div className={styles.order}>
      {place > 0 && (
        <Button look="quiet" isBusy={isRunning} aria-label={t("admin.forums.up", { name })} onClick={() => move(-1)}>
          <span className={styles.up}>
            <ChevronIcon />
          </span>
        </Button>
      )}
      {place < ids.length - 1 && (
        <Button look="quiet" isBusy={isRunning} aria-label={t("admin.forums.down", { name })} onClick={() => move(1)}>
          <ChevronIcon />
        </Button>
      )}
    </div>
  );
}

function Removal({ forum, name }: NamedProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const refresh = useRefresh();
  const action = useAction(deleteForum);
  const handleConfirm = async () => {
    const outcome = await action.run(forum.id);
    if (!outcome || outcome.failure) return;
    setOpen(false);
    showToast(t("admin.forums.removed"), { tone: "success" });
    await refresh();
  };
  return (
    <>
      <Button look="danger" onClick={() => setOpen(true)}>
        {t("admin.forums.delete")}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={t("admin.forums.deleteTitle", { name })}
        confirm={t("admin.forums.delete")}
        isDanger
        isBusy={action.isRunning}
        failure={action.failure}
        onConfirm={handleConfirm}
        onClose={() => setOpen(false)}
      >
        <p>{t("admin.forums.deleteText")}</p>
      </ConfirmDialog>
    </>
  );
}
