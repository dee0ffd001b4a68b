import { useEffect } from "react";
import { useVisitor } from "../../../lib/context";
import { hasLocalDraft } from "../../../lib/forms/draftKey";
import { useTranslation } from "../../../lib/texts";
import { usePart } from "../../../lib/usePart";
import type { WriteRequest } from "../write/drafts/replyDraft";
import styles from "../write/write.module.css";

interface Props {
  address: { forumId: string; postId: string };
  request: WriteRequest | null;
  onWrite: (request: WriteRequest) => void;
}

const loadForm = () => import("../write/ReplyForm").then((module) => module.ReplyForm);

/**
 * The reply form. Closed it is one line. It is loaded when the user wants to write, for members (the server may have a
 * draft), and for guests with a draft in this browser.
 */
export function ReplyArea({ address, request, onWrite }: Props) {
  const { t } = useTranslation();
  const visitor = useVisitor();
  const { Part: Form, want } = usePart(loadForm);
  const isWanted = request !== null || visitor !== null;

  useEffect(() => {
    if (isWanted || hasLocalDraft(`reply:${address.postId}`, null)) want();
  }, [isWanted, want, address.postId]);

  return (
    <section id="reply-form" className={styles.form} aria-labelledby="reply-form-title">
      <h2 id="reply-form-title">{t("forum.reply.title")}</h2>
      {Form ? (
        <Form address={address} request={request} />
      ) : (
        <button type="button" className={styles.invite} onClick={() => onWrite({})}>
          {t("forum.reply.placeholder")}
        </button>
      )}
      {!visitor && <p className="soft small">{t("forum.write.signInNote")}</p>}
    </section>
  );
}
