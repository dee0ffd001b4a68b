import { useRef, useState } from "react";
import type { PageDraft } from "../../../../generated/payloads";
import { type Draft, useDraft } from "../../../../lib/forms/drafts";
import type { Lang } from "../../../../lib/page";
import { newId } from "../../../../lib/requests/newId";
import { type Action, useAction } from "../../../../lib/requests/useAction";
import { type Outcome, writeAnswering } from "../../../../lib/requests/write";
import { findPageErrors, isPageForm, type PageErrors, type PageForm, type PageText, toPageRequest } from "./pageForm";

/** Response of the database. */
export interface SavedPage {
  id: string;
  version: number;
  slug: string;
  published: number | null;
}

export interface PageWriting {
  form: PageForm;
  change: (changes: Partial<PageForm>) => void;
  changeText: (lang: Lang, changes: Partial<PageText>) => void;
  /** Shown after the first attempt to save or publish. */
  errors: PageErrors;
  isChanged: boolean;
  /** Rises when the texts were changed from outside the editor fields. */
  revision: number;
  replaceTexts: (texts: PageForm["texts"]) => void;
  /** Whether it can be sent; otherwise its errors show. */
  check: (isGoingOut: boolean) => boolean;
  /** `over`: the version that is knowingly replaced. Null: it failed, or more was typed meanwhile. */
  save: (over?: number) => Promise<SavedPage | null>;
  saving: Action<[PageForm], SavedPage | null>;
}

export function usePageDraft(page: PageDraft | null): Draft<PageForm> {
  return useDraft(`page:${page?.row.id ?? "new"}`, isPageForm);
}

/** The state of the form. Every change is saved as a draft; a confirmed save deletes it. */
export function usePageEditor(begin: () => PageForm, draft: Draft<PageForm>, isRestored: boolean): PageWriting {
  const [form, setForm] = useState(begin);
  // A slow save must compare with the current state, not with that of the render in which it began.
  const latest = useRef(form);
  const [isChanged, setChanged] = useState(isRestored);
  const [revision, setRevision] = useState(0);
  const [tried, setTried] = useState<"no" | "save" | "publish">("no");
  const [saveId, setSaveId] = useState(newId);
  const saving = useAction(
    (sent: PageForm): Promise<Outcome<SavedPage | null>> =>
      writeAnswering((supabase) => supabase.rpc("save_page", toPageRequest(sent, saveId))),
  );

  const change = (changes: Partial<PageForm>) => {
    latest.current = { ...latest.current, ...changes };
    setForm(latest.current);
    setChanged(true);
    setSaveId(newId());
    draft.keep(latest.current);
  };
  const save = async (over = form.baseVersion): Promise<SavedPage | null> => {
    const outcome = await saving.run({ ...form, baseVersion: over });
    const saved = outcome?.value ?? null;
    if (!saved) return null;
    if (latest.current !== form) {
      // Input during the save is the next change, on top of the saved version.
      change({ baseVersion: saved.version });
      return null;
    }
    setChanged(false);
    await draft.discard();
    return saved;
  };
  return {
    form,
    change,
    changeText: (lang, changes) => {
      const { texts } = latest.current;
      const text = texts[lang];
      if (text) change({ texts: { ...texts, [lang]: { ...text, ...changes } } });
    },
    errors: tried === "no" ? {} : findPageErrors(form, tried === "publish"),
    isChanged,
    revision,
    replaceTexts: (texts) => {
      change({ texts });
      setRevision((count) => count + 1);
    },
    check: (isGoingOut) => {
      setTried(isGoingOut ? "publish" : "save");
      return Object.keys(findPageErrors(latest.current, isGoingOut)).length === 0;
    },
    save,
    saving,
  };
}
