import type { DraftErrors, ServiceDraft } from "./serviceDraft";

/** Props of each part of the editor. */
export interface EditorPart {
  draft: ServiceDraft;
  errors: DraftErrors;
  change: (changes: Partial<ServiceDraft>) => void;
}
