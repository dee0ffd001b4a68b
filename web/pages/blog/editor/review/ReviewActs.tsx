import { useState } from "react";
import { Button } from "../../../../components/Button";
import { ConfirmDialog } from "../../../../components/dialogs/ConfirmDialog";
import { TextArea } from "../../../../components/fields/Field";
import type { ArticleReview } from "../../../../generated/payloads";
import type { Lang } from "../../../../lib/page";
import { useAction, useRefresh } from "../../../../lib/requests/useAction";
import { useQuickAction } from "../../../../lib/requests/useQuickAction";
import { write } from "../../../../lib/requests/write";
import { useTranslation } from "../../../../lib/texts";
import { showToast } from "../../../../lib/toasts";
import type { Writing } from "../useArticleEditor";

interface SubmitProps {
  writing: Writing;
  lang: Lang;
  isAgain: boolean;
}

/** Sends the text to the editors, with a note. The form is saved first. */
export function Submit({ writing: { review }, lang, isAgain }: SubmitProps) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const [note, setNote] = useState("");
  const { submitting } = review;
  const handleConfirm = async () => {
    if (!(await review.submit(lang, note))) return;
    setNote("");
    setAsking(false);
  };
  return (
    <div>
      <Button onClick={() => setAsking(review.check(lang))}>
        {t(isAgain ? "blog.write.review.again" : "blog.write.review.submit")}
      </Button>
      <p className="small soft">{t("blog.write.review.begin")}</p>
      <ConfirmDialog
        isOpen={isAsking}
        title={t("blog.write.review.sendTitle")}
        confirm={t("blog.write.review.submit")}
        isBusy={submitting.isRunning}
        failure={submitting.failure}
        onConfirm={handleConfirm}
        onClose={() => setAsking(false)}
      >
        <p>{t("blog.write.review.sendText")}</p>
        <TextArea
          label={t("blog.write.review.note")}
          rows={3}
          maxLength={1000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </ConfirmDialog>
    </div>
  );
}

/** Takes a submitted text back. */
export function Withdraw({ review }: { review: ArticleReview }) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  const withdraw = () => write((supabase) => supabase.rpc("withdraw_article_text", { review: review.id }));
  return (
    <Button isBusy={isRunning} onClick={() => run(withdraw, t("blog.write.review.takenBack"))}>
      {t("blog.write.review.withdraw")}
    </Button>
  );
}

interface DecideProps {
  writing: Writing;
  lang: Lang;
  review: ArticleReview;
}

/** Publishes the text as the editor has it before them. */
export function Publish({ writing, lang, review }: DecideProps) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const { form } = writing;
  const { publishing } = writing.review;
  const isEarly = lang !== form.sourceLanguage && form.when === "draft";
  const text = isEarly ? "publishWithOriginal" : form.when === "later" ? "publishLater" : "publishNow";
  return (
    <>
      <Button look="primary" onClick={() => setAsking(writing.review.check(lang))}>
        {t("blog.write.review.publish")}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t("blog.write.review.publishTitle")}
        confirm={t("blog.write.review.publish")}
        isBusy={publishing.isRunning}
        failure={publishing.failure}
        onConfirm={() => writing.review.publish(lang, review.id)}
        onClose={() => setAsking(false)}
      >
        <p>{t(`blog.write.review.${text}`)}</p>
      </ConfirmDialog>
    </>
  );
}

/** Sends the text back to its writer, with the reason. `review`: the one that waits, if one does. */
export function AskForChanges({ review }: { review: ArticleReview | undefined }) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  // The open dialog keeps its comment when another person decides meanwhile.
  const [asked, setAsked] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  const [comment, setComment] = useState("");
  const asking = useAction(() =>
    write((supabase) => supabase.rpc("ask_for_changes", { review: asked ?? "", comment })),
  );
  const isMissing = comment.trim() === "";
  const handleConfirm = async () => {
    setTried(true);
    if (isMissing) return;
    const outcome = await asking.run();
    if (!outcome || outcome.failure) return;
    setAsked(null);
    setComment("");
    setTried(false);
    showToast(t("blog.write.review.asked"), { tone: "success" });
    await refresh();
  };
  return (
    <>
      {review && <Button onClick={() => setAsked(review.id)}>{t("blog.write.review.ask")}</Button>}
      <ConfirmDialog
        isOpen={asked !== null}
        title={t("blog.write.review.askTitle")}
        confirm={t("blog.write.review.ask")}
        isBusy={asking.isRunning}
        failure={asking.failure}
        onConfirm={handleConfirm}
        onClose={() => setAsked(null)}
      >
        <p>{t("blog.write.review.askText")}</p>
        <TextArea
          label={t("blog.write.review.comment")}
          required
          rows={5}
          maxLength={2000}
          error={isTried && isMissing ? t("blog.write.review.commentMissing") : undefined}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      </ConfirmDialog>
    </>
  );
}
