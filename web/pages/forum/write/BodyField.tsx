import { useEffect, useId } from "react";
import { RichTextEditor } from "../../../components/richTextEditor/RichTextEditor";
import type { BegunText } from "../../../components/richTextEditor/types";
import { useVisitor } from "../../../lib/context";
import { watchTyping } from "../../../lib/forms/typingSpeed";
import { HTML_LANG } from "../../../lib/i18n";
import type { Lang } from "../../../lib/page";
import type { RichTextNode } from "../../../lib/richText/schema";
import { useTranslation } from "../../../lib/texts";
import type { Mistake } from "./drafts/check";
import styles from "./write.module.css";

interface Props {
  label: string;
  initial: RichTextNode;
  language: Lang;
  onChange: (body: RichTextNode) => void;
  onSubmit: () => void;
  placeholder?: string;
  mistake: Mistake | null;
  /** Focused as soon as it is shown. */
  isFocused?: boolean;
  isClosed?: boolean;
  /** Members offered first after an @. */
  topic?: string;
  begun?: BegunText;
  onOpen?: () => void;
}

/** The small rich-text field with its error. A heading or label above it says the same as `label`. */
export function BodyField({ label, mistake, language, topic, ...editor }: Props) {
  const { t } = useTranslation();
  const visitor = useVisitor();
  const id = useId();
  useEffect(watchTyping, []);
  return (
    <div className={styles.field}>
      <RichTextEditor
        form="small"
        place="forum"
        label={label}
        lang={HTML_LANG[language]}
        isInvalid={mistake !== null}
        mentions={visitor ? { topic } : undefined}
        describedBy={mistake ? `${id}-error` : undefined}
        {...editor}
      />
      <p id={`${id}-error`} className={styles.error} aria-live="polite">
        {mistake && t(mistake.key, { min: mistake.min })}
      </p>
    </div>
  );
}
