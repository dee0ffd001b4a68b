import { Suspense } from "react";
import type { IntakeHandle } from "../../../components/intake/useIntake";
import type { AskedQuestion } from "../../../generated/payloads";
import { lazyPart } from "../../../lib/usePart";

// Few services ask questions.
const Intake = lazyPart(() => import("../../../components/intake/Intake").then((module) => module.load()));

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
