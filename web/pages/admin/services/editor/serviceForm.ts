import type { DraftErrors, ServiceDraft } from "./serviceDraft";

/** Props of each part of the editor. */
export interface EditorPart {
  draft: ServiceDraft;
  errors: DraftErrors;
  /** A function gets the values of that moment: for changes that come later, after an upload. */
  change: (changes: Partial<ServiceDraft> | ((now: ServiceDraft) => Partial<ServiceDraft>)) => void;
}
