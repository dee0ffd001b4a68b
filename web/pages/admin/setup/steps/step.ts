import type { SetupPayload } from "../../../../generated/payloads";

export interface StepProps {
  data: SetupPayload;
}
