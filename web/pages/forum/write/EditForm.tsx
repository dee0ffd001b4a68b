import { useState } from "react";
import { Button } from "../../../components/Button";
import { LanguageQuestion } from "../../../components/drafts/LanguageDoubt";
import { TextField } from "../../../components/fields/Field";
import { plainText } from "../../../lib/richText/plain";
import { useTranslation } from "../../../lib/texts";
import type { EntryProps } from "../entry/entryTypes";
import { BodyField } from "./BodyField";
import { DraftNote, DraftState } from "./DraftNote";
import { findPostMistake, findReplyMistake, findTitleMistake } from "./drafts/check";
import { minimumFor } from "./drafts/textLength";
import { type EditDraft, useEditDraft } from "./drafts/useEditDraft";
import { LanguageField } from "./LanguageField";
import { useSaving } from "./useSaving";
import { WriteFailure } from "./WriteFailure";
import styles from "./write.module.css";

interface Props extends Pick<EntryProps, "entry" | "thing" | "title" | "address"> {
  onDone: () => void;
}

/** One's own text, changed where it stands. */
export function EditForm({ entry, thing, title, address, onDone }: Props) {
  const draft = useEditDraft(thing, entry, title ?? null);
  // Until storage has said whether an unsaved change lies there, nothing is shown that might be replaced.
  if (!draft) return null;
  return <EditFields draft={draft} thing={thing} topic={address.postId} onDone={onDone} />;
}

interface FieldsProps extends Pick<Props, "thing" | "onDone"> {
  draft: EditDraft;
  topic: string;
}

function EditFields({ draft, thing, topic, onDone }: FieldsProps) {
  const { t } = useTranslation();
  const [isChecked, setChecked] = useState(false);
  const isPost = thing.post !== undefined;
  const { text } = draft;
  const titleMistake = isPost ? findTitleMistake(text.title, text.language) : null;
  const bodyMistake = isPost ? findPostMistake(text.body, text.language) : findReplyMistake(text.body);
  const { action, save } = useSaving(thing, draft, onDone);
  const handleSave = () => {
    setChecked(true);
    if (!titleMistake && !bodyMistake) save();
  };
  return (
    <div className={styles.form}>
      <DraftNote draft={draft} />
      {isPost && (
        <TextField
          label={t("post.new.heading")}
          required
          value={text.title}
          error={isChecked && titleMistake ? t(titleMistake.key, { min: titleMistake.min }) : null}
          onChange={(event) => draft.change({ title: event.target.value })}
        />
      )}
      <div className={styles.compose}>
        <BodyField
          label={isPost ? t("post.new.body") : t("forum.reply.title")}
          initial={text.body}
          language={text.language}
          topic={topic}
          mistake={isChecked ? bodyMistake : null}
          isFocused
          onChange={(body) => draft.change({ body })}
          onSubmit={handleSave}
        />
        <LanguageQuestion
          content={`${isPost ? text.title : ""}\n${plainText(text.body)}`}
          stated={text.language}
          onChange={(language) => draft.change({ language })}
        />
        <div className={styles.foot}>
          <LanguageField value={text.language} onChange={(language) => draft.change({ language })} />
          <DraftState state={draft.state} />
          <span className={styles.acts}>
            <Button
              look="quiet"
              onClick={() => {
                draft.discard();
                onDone();
              }}
            >
              {t("common.cancel")}
            </Button>
            <Button look="primary" isBusy={action.isRunning} onClick={handleSave}>
              {t("common.save")}
            </Button>
          </span>
        </div>
      </div>
      <WriteFailure failure={action.failure} min={minimumFor(plainText(text.body), 8, 20)} onRetry={handleSave} />
    </div>
  );
}
