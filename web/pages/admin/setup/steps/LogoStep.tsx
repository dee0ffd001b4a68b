import { useState } from "react";
import { PictureField } from "../../../../components/fields/PictureField";
import { useTranslation } from "../../../../lib/texts";
import { LOGO, sourceOf } from "../../../../lib/uploads/pictures";
import styles from "../Setup.module.css";
import { StepForm } from "../StepForm";
import { useStep } from "../useStep";
import type { StepProps } from "./step";

/** The logo, chosen or photographed on this device. */
export function LogoStep({ data }: StepProps) {
  const { t } = useTranslation();
  const control = useStep(data, "logo");
  const [address, setAddress] = useState(data.logoUrl ?? "");
  return (
    <StepForm
      title={t("admin.setup.logo.title")}
      lead={t("admin.setup.logo.lead")}
      control={control}
      onSave={() => control.save({ logo_url: address || null })}
    >
      <PictureField
        label={t("admin.appearance.logo")}
        hint={t("admin.appearance.logoHint")}
        address={address}
        onChange={setAddress}
      >
        <span className={styles.logo}>{address && <img {...sourceOf(address, LOGO)} alt="" />}</span>
      </PictureField>
    </StepForm>
  );
}
