import { useState } from "react";
import { Button } from "../../../components/Button";
import { useLanguageDoubt } from "../../../components/drafts/LanguageDoubt";
import { RestoredNote } from "../../../components/drafts/RestoredNote";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { Notice } from "../../../components/feedback/Notice";
import { TextField } from "../../../components/fields/Field";
import { RichText } from "../../../components/richText/RichText";
import { saveTranslation } from "../../../lib/api/community/translations";
import { useFormDraft } from "../../../lib/forms/useFormDraft";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import type { Lang } from "../../../lib/page";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { plainText } from "../../../lib/richText/plain";
import { EMPTY_DOCUMENT } from "../../../lib/richText/schema";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { BodyField } from "../write/BodyField";
import { cleanTitle, findReplyMistake, findTitleMistake } from "../write/drafts/check";
import writing from "../write/write.module.css";
import { KnownTranslation } from "./KnownTranslation";
import styles from "./translate.module.css";
import type { TranslateProps } from "./translateTypes";

/** The original beside the field for its translation. */
export function TranslationForm(props: TranslateProps) {
  const { opened, wanted, topic, thing } = props;
  const { t } = useTranslation();
  const { known } = opened;
  const { text, draft, change, isChecked, doubt, action, save } = useTranslating(props);
  const title = thing.post !== undefined && isChecked ? findTitleMistake(text.title, wanted) : null;
  const body = isChecked ? findReplyMistake(text.body) : null;
  return (
    <div className="stack">
      <RestoredNote draft={draft} />
      <KnownTranslation {...props} />
      {known?.isOutdated && <Notice tone="note">{t("translation.compare")}</Notice>}
      {opened.requests > 0 && <p className="soft">{t("translation.asking", { count: opened.requests })}</p>}
      <div className={styles.sides}>
        <section className={styles.original}>
          <h3>{OWN_NAME[opened.language]}</h3>
          {opened.title && <p lang={HTML_LANG[opened.language]}>{opened.title}</p>}
          <RichText document={opened.body} lang={HTML_LANG[opened.language]} isMembers />
        </section>
        <section className="stack">
          <h3>{OWN_NAME[wanted]}</h3>
          {thing.post !== undefined && (
            <TextField
              label={t("post.new.heading")}
              required
              lang={HTML_LANG[wanted]}
              autoComplete="off"
              value={text.title}
              error={title && t(title.key, { min: title.min })}
              onChange={(event) => change({ title: event.target.value })}
            />
          )}
          <div className={writing.compose}>
            <BodyField
              key={draft.revision}
              label={t("translation.text")}
              initial={text.body}
              language={wanted}
              topic={topic}
              mistake={body}
              onChange={(changed) => change({ body: changed })}
              onSubmit={save}
            />
          </div>
        </section>
      </div>
      {isChecked && doubt.found && (
        <WrongLanguage found={doubt.found} wanted={wanted} original={opened.language} onConfirm={doubt.confirm} />
      )}
      <FailureNotice failure={action.failure} onRetry={save} />
      <div className={styles.foot}>
        <Button look="primary" isBusy={action.isRunning} onClick={save}>
          {t("translation.save")}
        </Button>
      </div>
    </div>
  );
}

function useTranslating({ thing, wanted, opened, onDone }: TranslateProps) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const action = useAction(saveTranslation);
  const [isChecked, setChecked] = useState(false);
  const { known, version } = opened;
  const [text, setText] = useState({ title: known?.title ?? "", body: known?.body ?? EMPTY_DOCUMENT });
  const place = `translation:${thing.post ?? thing.reply}:${wanted}`;
  const draft = useFormDraft(place, text, setText, `${version} ${known?.updatedAt ?? ""}`);
  const doubt = useLanguageDoubt({ content: `${text.title}\n${plainText(text.body)}`, stated: wanted });
  const save = async () => {
    setChecked(true);
    const isPost = thing.post !== undefined;
    if ((isPost && findTitleMistake(text.title, wanted)) || findReplyMistake(text.body) || doubt.found) return;
    const title = isPost ? cleanTitle(text.title) : null;
    const outcome = await action.run(thing, { language: wanted, title, body: text.body, version });
    if (!outcome || outcome.failure) return;
    draft.settle(text);
    onDone();
    showToast(t("translation.saved"), { tone: "success" });
    await refresh();
  };
  const change = (changes: Partial<typeof text>) => setText((before) => ({ ...before, ...changes }));
  return { text, draft, change, isChecked, doubt, action, save };
}

interface WrongLanguageProps {
  found: Lang;
  wanted: Lang;
  original: Lang;
  onConfirm: () => void;
}

/** The translation reads like another language, often that of the original: it is saved once its writer confirms it. */
function WrongLanguage({ found, wanted, original, onConfirm }: WrongLanguageProps) {
  const { t } = useTranslation();
  const names = { found: OWN_NAME[found], stated: OWN_NAME[wanted] };
  return (
    <Notice
      tone="note"
      isAlert
      action={
        <Button size="small" onClick={onConfirm}>
          {t("draft.doubt.confirm", names)}
        </Button>
      }
    >
      {t(found === original ? "translation.sameLanguage" : "translation.otherLanguage", names)}
    </Notice>
  );
}
