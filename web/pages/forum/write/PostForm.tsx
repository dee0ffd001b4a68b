import { Button } from "../../../components/Button";
import { LanguageQuestion } from "../../../components/drafts/LanguageDoubt";
import { SelectField, TextField } from "../../../components/fields/Field";
import { SendIcon } from "../../../components/icons";
import { MarksButton } from "../../../components/marks/MarksButton";
import type { ForumName } from "../../../generated/payloads";
import { useVisitor } from "../../../lib/context";
import { focusFirstMistake } from "../../../lib/forms/mistakes";
import { HTML_LANG } from "../../../lib/i18n";
import { plainText } from "../../../lib/richText/plain";
import { useTranslation } from "../../../lib/texts";
import { BodyField } from "./BodyField";
import { DraftNote, DraftState } from "./DraftNote";
import { minimumFor } from "./drafts/textLength";
import type { PostDraft } from "./drafts/usePostDraft";
import { LanguageField } from "./LanguageField";
import { Outbox } from "./outbox/Outbox";
import { LookAlikes } from "./start/LookAlikes";
import { PollField } from "./start/PollField";
import { TagsField } from "./start/TagsField";
import { usePublishing } from "./usePublishing";
import { WriteFailure } from "./WriteFailure";
import styles from "./write.module.css";

interface Props {
  draft: PostDraft;
  forums: readonly ForumName[];
}

export function PostForm({ draft, forums }: Props) {
  const { t } = useTranslation();
  const visitor = useVisitor();
  const { text } = draft;
  const { mistakes, action, publish } = usePublishing(draft, forums);
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        publish();
        focusFirstMistake(event.currentTarget);
      }}
    >
      <Outbox
        isWanted={(waiting) => waiting.kind === "post"}
        onEdit={({ id, body, language, keptFrom, ...waiting }) => {
          if (waiting.kind === "post")
            draft.restore({ id, body, language, keptFrom, title: waiting.title, forumId: waiting.forumId });
        }}
      />
      <DraftNote draft={draft} />
      <ForumField forums={forums} draft={draft} isMissing={mistakes.forum} />
      <TextField
        label={t("post.new.heading")}
        hint={t("post.new.headingHint")}
        required
        lang={HTML_LANG[draft.language]}
        autoComplete="off"
        value={text.title}
        error={mistakes.title && t(mistakes.title.key, { min: mistakes.title.min })}
        onChange={(event) => draft.change({ title: event.target.value })}
      />
      <LookAlikes title={text.title} />
      <div className={styles.labelled}>
        <span className={styles.label} aria-hidden="true">
          {t("post.new.body")}
        </span>
        <div className={styles.compose} data-size="large">
          <BodyField
            key={draft.round}
            label={t("post.new.body")}
            initial={text.body}
            language={draft.language}
            placeholder={t("post.new.placeholder")}
            mistake={mistakes.body}
            onChange={(body) => draft.change({ body })}
            onSubmit={publish}
          />
        </div>
      </div>
      <TagsField key={`tags${draft.round}`} tags={text.tags ?? []} onChange={(tags) => draft.change({ tags })} />
      <PollField poll={text.poll ?? null} onChange={(poll) => draft.change({ poll })} />
      <WriteFailure failure={action.failure} min={minimumFor(plainText(text.body), 8, 20)} onRetry={publish} />
      <LanguageQuestion
        content={`${text.title}\n${plainText(text.body)}`}
        stated={draft.language}
        onChange={(language) => draft.change({ language })}
      />
      <PostFoot draft={draft} isRunning={action.isRunning} />
      {!visitor && <p className="soft small">{t("forum.write.signInNote")}</p>}
    </form>
  );
}

interface PostFootProps {
  draft: PostDraft;
  isRunning: boolean;
}

function PostFoot({ draft, isRunning }: PostFootProps) {
  const { t } = useTranslation();
  const visitor = useVisitor();
  return (
    <div className={styles.foot} data-last>
      <LanguageField value={draft.language} onChange={(language) => draft.change({ language })} />
      <MarksButton marks={draft.text.keptFrom ?? []} onChange={(keptFrom) => draft.change({ keptFrom })} />
      <DraftState state={draft.state} />
      <span className={styles.acts}>
        {!draft.isBlank && (
          <Button look="quiet" onClick={draft.discard}>
            {t("forum.write.discard")}
          </Button>
        )}
        <Button type="submit" look="primary" isBusy={isRunning}>
          <SendIcon size={18} />
          {isRunning ? t("forum.write.sending") : visitor ? t("post.new.publish") : t("forum.write.signIn")}
        </Button>
      </span>
    </div>
  );
}

interface ForumFieldProps extends Props {
  isMissing: boolean;
}

function ForumField({ forums, draft, isMissing }: ForumFieldProps) {
  const { t } = useTranslation();
  const options = forums.map((forum) => ({ value: forum.id, label: forum.name, lang: HTML_LANG[forum.language] }));
  return (
    <SelectField
      label={t("post.new.forum")}
      value={draft.text.forumId ?? ""}
      options={[{ value: "", label: t("post.new.choose") }, ...options]}
      error={isMissing ? t("forum.error.forumMissing") : null}
      onChange={(event) => draft.change({ forumId: event.target.value || null })}
    />
  );
}
