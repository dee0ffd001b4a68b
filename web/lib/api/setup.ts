/** The setup guide's writes. Each is one transaction of the database, which also stores what undoing it needs. */
import type { SetupStep } from "../../generated/payloads";
import { asJson, write } from "../requests/write";

export type StepName = SetupStep["step"];

export function saveStep(step: StepName, given: object) {
  return write((supabase) => supabase.rpc("save_setup_step", { step, given: asJson(given) }));
}

export function skipStep(step: StepName) {
  return write((supabase) => supabase.rpc("skip_setup_step", { step }));
}

export function undoStep(step: StepName) {
  return write((supabase) => supabase.rpc("undo_setup_step", { step }));
}

export function finishSetup(finished: boolean) {
  return write((supabase) => supabase.rpc("finish_setup", { finished }));
}

export function postponeSetup() {
  return write((supabase) => supabase.rpc("postpone_setup"));
}

export function setForumDraft(forum: string, is_draft: boolean) {
  return write((supabase) => supabase.rpc("set_forum_draft", { forum, is_draft }));
}
