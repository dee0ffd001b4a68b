import { useState } from "react";
import { useNavigate } from "react-router";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { CheckField, TextField } from "../../../components/fields/Field";
import { pathTo } from "../../../generated/paths";
import { splitReplies, undoAct } from "../../../lib/api/community/acts";
import { useLang } from "../../../lib/context";
import { newId } from "../../../lib/requests/newId";
import { useAction } from "../../../lib/requests/useAction";
import { useUndo } from "../../../lib/requests/useUndo";
import { plainText } from "../../../lib/richText/plain";
import { useTranslation } from "../../../lib/texts";
import { ForumSelect } from "./ForumSelect";
import type { ManageProps } from "./manageTypes";

const EXCERPT = 60;
const SHORTEST = 2;

/** Makes a post of its own out of replies on this page: the first one becomes its text. */
export function SplitDialog({ data, isOpen, onClose, preset = [] }: ManageProps & { preset?: readonly string[] }) {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const offerUndo = useUndo();
  const action = useAction(splitReplies);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(preset));
  const [title, setTitle] = useState("");
  const [forum, setForum] = useState(data.forum.id);
  const [isChecked, setChecked] = useState(false);
  const shown = data.replies.filter(({ entry }) => entry.body);
  const isShort = title.trim().length < SHORTEST;
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const handleConfirm = async () => {
    setChecked(true);
    if (isShort || chosen.size === 0 || !forum) return;
    const act = newId();
    const outcome = await action.run(act, data.post.entry.id, [...chosen], forum, title.trim());
    if (!outcome || outcome.failure) return;
    onClose();
    offerUndo(t("topics.manage.splitDone"), () => undoAct(act));
    navigate(pathTo.forumPost({ lang, forumId: data.forum.slug, postId: String(outcome.value) }));
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t("topics.manage.split")}
      confirm={t("topics.manage.split")}
      isBusy={action.isRunning}
      failure={action.failure}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <p>{t("topics.manage.splitText")}</p>
      <fieldset className="stack">
        <legend>{t("topics.manage.replies")}</legend>
        {shown.map(({ entry, number }) => (
          <CheckField
            key={entry.id}
            label={`#${number} ${entry.author?.displayName ?? ""}: ${entry.body ? plainText(entry.body).slice(0, EXCERPT) : ""}`}
            checked={chosen.has(entry.id)}
            onChange={() => toggle(entry.id)}
          />
        ))}
      </fieldset>
      {isChecked && chosen.size === 0 && <p role="alert">{t("topics.manage.splitNone")}</p>}
      <TextField
        label={t("topics.manage.splitTitle")}
        required
        value={title}
        error={isChecked && isShort ? t("topics.manage.titleShort") : null}
        onChange={(event) => setTitle(event.target.value)}
      />
      <ForumSelect value={forum} onChange={setForum} />
    </ConfirmDialog>
  );
}
