import type { AskedQuestion } from "../../generated/payloads";
import { lazyPart } from "../../lib/parts/lazyPart";
import type { IntakeHandle } from "./useIntake";

// Few services ask questions.
const Intake = lazyPart("intake", () => import("./Intake").then((module) => module.load()));

interface Props {
  questions: readonly AskedQuestion[];
  /** Of the draft. */
  place: string;
  handle: React.Ref<IntakeHandle>;
}

/** The questions of a service in the form of its booking, if there are any. */
export function Questions(props: Props) {
  return props.questions.length > 0 && <Intake {...props} />;
}
