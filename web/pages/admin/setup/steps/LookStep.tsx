import { useState } from "react";
import { useTranslation } from "../../../../lib/texts";
import { AccentChoice } from "../../appearance/AccentChoice";
import { PresetChoice } from "../../appearance/PresetChoice";
import { StepForm } from "../StepForm";
import { useStep } from "../useStep";
import type { StepProps } from "./step";

/** Preset and accent colour; the page of the appearance has fonts and cover too. */
export function LookStep({ data }: StepProps) {
  const { t } = useTranslation();
  const control = useStep(data, "look");
  const [preset, setPreset] = useState(data.preset);
  const [accent, setAccent] = useState(data.accent);
  return (
    <StepForm
      title={t("admin.setup.look.title")}
      lead={t("admin.setup.look.lead")}
      control={control}
      onSave={() => control.save({ preset, accent })}
    >
      <PresetChoice value={preset} onChange={setPreset} />
      <AccentChoice preset={preset} value={accent} onChange={setAccent} />
    </StepForm>
  );
}
