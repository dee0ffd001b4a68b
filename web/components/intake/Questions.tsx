import { Suspense } from "react";
import type { AskedQuestion } from "../../generated/payloads";
import { lazyPart } from "../../lib/parts/usePart";
import type { IntakeHandle } from "./useIntake";

// Few services ask questions.
const Intake = lazyPart(() => import("./Intake").then((module) => module.load()));

interface Props {
  questions: readonly AskedQuestion[];
  /** Of the draft. */
  place: string;
  handle: React.Ref<IntakeHandle>;
}

/** The questions of a service in the form of its booking, if there are any. */
export function Questions(props: Props) {
  return (
    props.questions.length > 0 && (
      <Suspense>
        <Intake {...props} />
      </Suspense>
    )
  );
}
