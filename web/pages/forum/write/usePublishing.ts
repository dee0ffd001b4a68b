import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "../../../generated/paths";
import type { ForumName } from "../../../generated/payloads";
import { createPost, isHeld } from "../../../lib/api/forum";
import { useLang, useVisitor } from "../../../lib/context";
import { forgetTyping, readTyping } from "../../../lib/forms/typingSpeed";
import { newId } from "../../../lib/requests/newId";
import { useAction } from "../../../lib/requests/useAction";
import { whenOnline } from "../../../lib/requests/whenOnline";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { putWaiting, type WaitingPost } from "../../../offline/outbox/storage";
import { cleanTitle, findPostMistake, findTitleMistake } from "./drafts/check";
import type { PostDraft } from "./drafts/usePostDraft";
import { MAX_TAGS } from "./start/TagsField";
import { useCurrentPath } from "./useCurrentPath";

const sendPost = whenOnline(createPost);

/** Checks, asks a guest to sign in, sends, and goes to the new post; the form is not what "back" leads to. */
export function usePublishing(draft: PostDraft, forums: readonly ForumName[]) {
  const { t } = useTranslation();
  const lang = useLang();
  const visitor = useVisitor();
  const navigate = useNavigate();
  const here = useCurrentPath();
  const action = useAction(sendPost);
  const [isChecked, setChecked] = useState(false);
  const { text, language } = draft;
  const forum = forums.find((one) => one.id === text.forumId);
  const title = findTitleMistake(text.title, language);
  const body = findPostMistake(text.body, language);

  const publish = async () => {
    setChecked(true);
    if (!forum || title || body || (text.tags?.length ?? 0) > MAX_TAGS) return;
    if (!visitor) {
      navigate(pathTo.signin({ lang }, { next: here }));
      return;
    }
    const typing = readTyping();
    const { poll, ...written } = text;
    const post = {
      ...written,
      typing,
      ...(poll && { poll }),
      id: text.id || newId(),
      forumId: forum.id,
      language,
      title: cleanTitle(text.title),
    };
    const outcome = await action.run(post);
    if (!outcome) return;
    if (outcome.failure) {
      const { place } = draft;
      const waiting: WaitingPost = {
        kind: "post",
        ...post,
        forum: forum.slug,
        place,
        sentAt: Date.now(),
        refusal: null,
      };
      // A poll does not wait for a connection.
      if (poll || outcome.failure.key !== "error.network" || !putWaiting(visitor.id, waiting)) return;
      action.clear();
      setChecked(false);
      draft.finish();
      showToast(t("forum.outbox.waiting"));
      return;
    }
    draft.finish();
    forgetTyping();
    if (isHeld(outcome.value)) {
      showToast(t("held.sent"));
      navigate(`${pathTo.profile({ lang })}#held`, { replace: true });
      return;
    }
    showToast(t("post.new.published"), { tone: "success" });
    navigate(pathTo.forumPost({ lang, forumId: forum.slug, postId: post.id }), { replace: true });
  };
  const mistakes = {
    forum: isChecked && !forum,
    title: isChecked ? title : null,
    body: isChecked ? body : null,
  };
  return { mistakes, action, publish };
}
