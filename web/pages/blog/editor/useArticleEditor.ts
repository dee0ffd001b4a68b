import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "../../../generated/paths";
import type { BlogDraft, BlogWritePayload } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { type Draft, useDraft } from "../../../lib/forms/drafts";
import type { Lang } from "../../../lib/page";
import { newId } from "../../../lib/requests/newId";
import { type Action, useAction, useRefresh } from "../../../lib/requests/useAction";
import { type Outcome, write, writeAnswering } from "../../../lib/requests/write";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { type Errors, findErrors, isWriteForm, published, toRequest, type WriteForm, type WriteText } from "./form";

/** Response of the database to a save. */
export interface Saved {
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
  review: ReviewActs;
  /** Others publish what the user writes, after a review. */
  isWriter: boolean;
}

/** Acts on the review of one language, which save the form as well. True: it was done, and the editor is left. */
export interface ReviewActs {
  /** Shows the errors of a text that goes out; true if there are none. */
  check: (lang: Lang) => boolean;
  submit: (lang: Lang, note: string) => Promise<boolean>;
  submitting: Action<[Lang, string], Saved | null>;
  publish: (lang: Lang, review: string) => Promise<boolean>;
  publishing: Action<[WriteForm, string], Saved | null>;
}

export function useArticleDraft(article: BlogDraft | null): Draft<WriteForm> {
  return useDraft(`article:${article?.id ?? "new"}`, isWriteForm);
}

/** The state of the form. Every change is saved as a draft; a confirmed save deletes it. */
export function useArticleEditor(
  begin: () => WriteForm,
  draft: Draft<WriteForm>,
  isRestored: boolean,
  { article, publishedFor }: BlogWritePayload,
): Writing {
  const [held, setForm] = useState(begin);
  // A slow upload or save must read the current state, not that of the render in which it began.
  const latest = useRef(held);
  const [isChanged, setChanged] = useState(isRestored);
  const [isTried, setTried] = useState(false);
  const [submitted, setSubmitted] = useState<Lang>();
  const isWriter = article ? article.maySubmit : !publishedFor.includes(held.groupId ?? null);
  // The time may have been chosen for readers for whom the user publishes.
  const form: WriteForm = isWriter && (!article || article.state === "draft") ? { ...held, when: "draft" } : held;
  const errors = findErrors(form, submitted);
  const send = useSending(article?.texts.filter((text) => text.isLocked).map((text) => text.lang) ?? []);
  const leave = useLeaving(isWriter);

  const change = (changes: Partial<WriteForm>) => {
    latest.current = { ...latest.current, ...changes };
    setForm(latest.current);
    setChanged(true);
    send.renew();
    draft.keep(latest.current);
  };
  const save = async (over = form.baseVersion) => {
    setTried(true);
    setSubmitted(undefined);
    if (Object.keys(findErrors(form)).length > 0) return;
    const outcome = await send.saving.run({ ...form, baseVersion: over });
    if (!outcome || outcome.failure || !outcome.value) return;
    if (latest.current !== held) {
      // Input during the save is the next change, on top of the saved version.
      leave.say(form);
      change({ baseVersion: outcome.value.version });
      return;
    }
    setChanged(false);
    await draft.discard();
    leave.go(form, outcome.value);
  };
  const submitting = useAction(async (lang: Lang, note: string): Promise<Outcome<Saved | null>> => {
    const isSaved = form.baseVersion > 0 && !isChanged;
    const outcome = isSaved ? { value: null, failure: null } : await send.save(form);
    if (outcome.failure) return outcome;
    const version = outcome.value?.version ?? form.baseVersion;
    if (outcome.value) {
      // Saved, but perhaps not submitted: the next attempt begins with this version.
      latest.current = { ...latest.current, baseVersion: version };
      setForm(latest.current);
    }
    const { failure } = await send.submit(form.id, lang, version, note);
    return failure ? { value: null, failure } : outcome;
  });
  const review: ReviewActs = {
    check: (lang) => {
      setTried(true);
      setSubmitted(lang);
      return Object.keys(findErrors(form, lang)).length === 0;
    },
    submit: async (lang, note) => {
      const outcome = await submitting.run(lang, note);
      if (!outcome || outcome.failure) return false;
      // The text may be submitted once more.
      send.renew();
      setChanged(false);
      await draft.discard();
      await leave.stay(lang, outcome.value);
      return true;
    },
    submitting,
    publish: async (lang, id) => {
      const next = published(form, lang);
      const outcome = await send.publishing.run(next, id);
      if (!outcome || outcome.failure || !outcome.value) return false;
      setChanged(false);
      await draft.discard();
      const isEarly = lang !== form.sourceLanguage && form.when === "draft";
      leave.go(next, outcome.value, isEarly ? "blog.write.review.approved" : undefined);
      return true;
    },
    publishing: send.publishing,
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
    review,
    isWriter,
  };
}

/** The same content sent twice, after a lost answer, is one save; changed content is a new one. */
function useSending(locked: readonly Lang[]) {
  const [ids, setIds] = useState(newIds);
  const save = (form: WriteForm) =>
    writeAnswering<Saved | null>((supabase) => supabase.rpc("save_article", toRequest(form, ids.save, locked)));
  const saving = useAction(save);
  const publishing = useAction((form: WriteForm, review: string) =>
    writeAnswering<Saved | null>((supabase) =>
      supabase.rpc("approve_article_text", { review, ...toRequest(form, ids.publish, locked) }),
    ),
  );
  const submit = (article: string, language: Lang, version: number, note: string) =>
    write((supabase) =>
      supabase.rpc("submit_article_text", { id: ids.review, article, language, base_version: version, note }),
    );
  return { save, saving, publishing, submit, renew: () => setIds(newIds()) };
}

function newIds() {
  return { save: newId(), publish: newId(), review: newId() };
}

/** Navigates to the article, or stays in the editor with a draft. The form's history entry is replaced. */
function useLeaving(isWriter: boolean) {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const said = {
    draft: t("blog.write.saved.draft"),
    now: t("blog.write.saved.now"),
    published: t("blog.write.saved.published"),
    later: t("blog.write.saved.later"),
  };
  const whenOf = (form: WriteForm) => (isWriter ? "draft" : form.when);
  const say = (form: WriteForm, key?: string) => showToast(key ? t(key) : said[whenOf(form)], { tone: "success" });
  const go = (form: WriteForm, saved: Saved, key?: string) => {
    const slug = saved.slugs[lang] ?? saved.slugs[form.sourceLanguage] ?? "";
    const to = whenOf(form) === "draft" ? pathTo.blogEdit : pathTo.blogArticle;
    say(form, key);
    navigate(to({ lang, blogId: slug }), { replace: true, state: { isSaved: true } });
  };
  /** After a text was submitted: in the editor, at that text. */
  const stay = async (written: Lang, saved: Saved | null) => {
    showToast(t("blog.write.review.submitted"), { tone: "success" });
    const slug = saved?.slugs[written];
    if (!slug) await refresh();
    else {
      const to = pathTo.blogEdit({ lang, blogId: slug }, { language: written });
      await navigate(to, { replace: true, state: { isSaved: true } });
    }
  };
  return { say, go, stay };
}
