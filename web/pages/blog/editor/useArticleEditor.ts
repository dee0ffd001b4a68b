import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "../../../generated/paths";
import type { BlogDraft } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { type Draft, useDraft } from "../../../lib/forms/drafts";
import type { Lang } from "../../../lib/page";
import { newId } from "../../../lib/requests/newId";
import { type Action, useAction } from "../../../lib/requests/useAction";
import { type Outcome, writeAnswering } from "../../../lib/requests/write";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { type Errors, findErrors, isWriteForm, toRequest, type WriteForm, type WriteText } from "./form";

/** Response of the database to a save. */
interface Saved {
  id: string;
  version: number;
  slugs: Partial<Record<Lang, string>>;
}

export interface Writing {
  form: WriteForm;
  change: (changes: Partial<WriteForm>) => void;
  changeText: (lang: Lang, changes: Partial<WriteText>) => void;
  /** Shown after the first attempt to save. */
  errors: Errors;
  isChanged: boolean;
  /** `over`: the version that is knowingly replaced. */
  save: (over?: number) => Promise<void>;
  saving: Action<[WriteForm], Saved | null>;
}

export function useArticleDraft(article: BlogDraft | null): Draft<WriteForm> {
  return useDraft(`article:${article?.id ?? "new"}`, isWriteForm);
}

/** The state of the form. Every change is saved as a draft; a confirmed save deletes it. */
export function useArticleEditor(begin: () => WriteForm, draft: Draft<WriteForm>, isRestored: boolean): Writing {
  const [form, setForm] = useState(begin);
  // A slow upload or save must read the current state, not that of the render in which it began.
  const latest = useRef(form);
  const [isChanged, setChanged] = useState(isRestored);
  const [isTried, setTried] = useState(false);
  const errors = findErrors(form);
  const send = useSending();
  const leave = useLeaving();

  const change = (changes: Partial<WriteForm>) => {
    latest.current = { ...latest.current, ...changes };
    setForm(latest.current);
    setChanged(true);
    send.renew();
    draft.keep(latest.current);
  };
  const save = async (over = form.baseVersion) => {
    setTried(true);
    if (Object.keys(errors).length > 0) return;
    const outcome = await send.saving.run({ ...form, baseVersion: over });
    if (!outcome || outcome.failure || !outcome.value) return;
    if (latest.current !== form) {
      // Input during the save is the next change, on top of the saved version.
      leave.say(form);
      change({ baseVersion: outcome.value.version });
      return;
    }
    setChanged(false);
    await draft.discard();
    leave.go(form, outcome.value);
  };
  return {
    form,
    change,
    changeText: (lang, changes) => {
      const { texts } = latest.current;
      const text = texts[lang];
      if (text) change({ texts: { ...texts, [lang]: { ...text, ...changes } } });
    },
    errors: isTried ? errors : {},
    isChanged,
    save,
    saving: send.saving,
  };
}

/** The same content sent twice, after a lost answer, is one save; changed content is a new one. */
function useSending() {
  const [saveId, setSaveId] = useState(newId);
  const saving = useAction(
    (form: WriteForm): Promise<Outcome<Saved | null>> =>
      writeAnswering((supabase) => supabase.rpc("save_article", toRequest(form, saveId))),
  );
  return { saving, renew: () => setSaveId(newId()) };
}

/** Navigates to the article, or stays in the editor with a draft. The form's history entry is replaced. */
function useLeaving() {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const said = {
    draft: t("blog.write.saved.draft"),
    now: t("blog.write.saved.now"),
    published: t("blog.write.saved.published"),
    later: t("blog.write.saved.later"),
  };
  const say = (form: WriteForm) => showToast(said[form.when], { tone: "success" });
  const go = (form: WriteForm, saved: Saved) => {
    const slug = saved.slugs[lang] ?? saved.slugs[form.sourceLanguage] ?? "";
    const to = form.when === "draft" ? pathTo.blogEdit : pathTo.blogArticle;
    say(form);
    navigate(to({ lang, blogId: slug }), { replace: true, state: { isSaved: true } });
  };
  return { say, go };
}
