/** Saving, skipping and undoing one step of the guide, and where it goes on. */
import { useNavigate } from "react-router";
import { pathTo } from "../../../generated/paths";
import type { SetupPayload } from "../../../generated/payloads";
import { type StepName, saveStep, skipStep, undoStep } from "../../../lib/api/setup";
import { useLang } from "../../../lib/context";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { closeToast, showToast } from "../../../lib/toasts";

const UNDO_LIFE = 10_000;

export function useStep(data: SetupPayload, step: StepName) {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const saving = useAction((given: object) => saveStep(step, given));
  const skipping = useAction(() => skipStep(step));
  const undoing = useAction(() => undoStep(step));
  const state = data.steps.find((one) => one.step === step)?.state ?? "open";
  const goOn = () => navigate(pathTo.adminSetup({ lang }, { step: stepAfter(data, step) ?? "end" }));

  const undo = async () => {
    const outcome = await undoing.run();
    if (!outcome) return;
    showToast(t(outcome.failure ? outcome.failure.key : "admin.setup.undone"), {
      tone: outcome.failure ? "error" : "success",
    });
    if (outcome.failure) return;
    await navigate(pathTo.adminSetup({ lang }, { step }));
    await refresh();
  };
  const offerUndo = () => {
    const toast = showToast(t("admin.setup.saved"), {
      tone: "success",
      life: UNDO_LIFE,
      action: {
        label: t("common.undo"),
        run: () => {
          closeToast(toast);
          undo();
        },
      },
    });
  };
  /** Resolves to whether it was saved. `stay`: the step shows its result. */
  const save = async (given: object, stay = false): Promise<boolean> => {
    const outcome = await saving.run(given);
    if (!outcome || outcome.failure) return false;
    offerUndo();
    if (stay) await refresh();
    else await goOn();
    return true;
  };
  const skip = async () => {
    const outcome = state === "open" ? await skipping.run() : null;
    if (outcome?.failure) return;
    await goOn();
  };
  return { state, save, skip, undo, goOn, saving, failure: saving.failure ?? skipping.failure };
}

export type StepControl = ReturnType<typeof useStep>;

/** The next step that is open, first those behind this one; null when none is left. */
export function stepAfter({ steps }: Pick<SetupPayload, "steps">, step: StepName): StepName | null {
  const place = steps.findIndex((one) => one.step === step);
  const inOrder = [...steps.slice(place + 1), ...steps.slice(0, place)];
  return inOrder.find((one) => one.state === "open")?.step ?? null;
}
