import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { PlainField } from "../../../components/richTextEditor/PlainField";
import type { BegunText } from "../../../components/richTextEditor/types";
import type { OwnHeldText } from "../../../generated/payloads";
import { useVisitor } from "../../../lib/context";
import { hasLocalDraft } from "../../../lib/forms/draftKey";
import { whenQuiet } from "../../../lib/forms/quiet";
import { usePart } from "../../../lib/parts/usePart";
import { useTranslation } from "../../../lib/texts";
import type { WriteRequest } from "../write/drafts/replyDraft";
import styles from "../write/write.module.css";

interface Props {
  address: { forumId: string; postId: string };
  request: WriteRequest | null;
  /** Replies of the visitor that wait for a moderator. */
  held: readonly OwnHeldText[];
}

const loadForm = () => import("../write/ReplyForm").then((module) => module.ReplyForm);

/**
 * The reply form. Closed it is a text field of one line, rendered by the server. The form is loaded when the user writes,
 * for members (the server may have a draft), and for guests with a draft in this browser. It takes over what was typed.
 */
export function ReplyArea({ address, request, held }: Props) {
  const { t } = useTranslation();
  const visitor = useVisitor();
  const { Part: Form, want } = usePart(loadForm, "editor");
  const area = useRef<HTMLTextAreaElement>(null);
  const pictures = useRef<File[]>([]);
  const [begun, setBegun] = useState<BegunText | null>(null);
  const isWanted = request !== null || visitor !== null;

  useEffect(() => {
    // Focused or typed into before hydration.
    const isUsed = area.current?.value || area.current === document.activeElement;
    if (isWanted || isUsed || hasLocalDraft(`reply:${address.postId}`, null)) want();
  }, [isWanted, want, address.postId]);
  useEffect(() => {
    // In one task, so that no key is lost between the two fields.
    if (Form)
      return whenQuiet(() => flushSync(() => setBegun({ ...readField(area.current), pictures: pictures.current })));
  }, [Form]);

  return (
    <section id="reply-form" className={styles.reply} aria-labelledby="reply-form-title">
      <h2 id="reply-form-title">{t("forum.reply.title")}</h2>
      {Form && begun ? (
        <Form address={address} request={request} begun={begun} held={held} />
      ) : (
        <div className={styles.compose}>
          <PlainField
            area={area}
            form="small"
            isClosed
            aria-label={t("forum.reply.title")}
            placeholder={t("forum.reply.placeholder")}
            onFocus={want}
            onPictures={(files) => {
              pictures.current.push(...files);
              want();
            }}
          />
        </div>
      )}
      {!visitor && <p className="soft small">{t("forum.write.signInNote")}</p>}
    </section>
  );
}

function readField(field: HTMLTextAreaElement | null): Omit<BegunText, "pictures"> {
  if (!field) return { text: "", start: 0, end: 0, isFocused: false };
  const { value: text, selectionStart: start, selectionEnd: end } = field;
  return { text, start, end, isFocused: field === document.activeElement };
}
