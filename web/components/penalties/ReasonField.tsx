import { useState } from "react";
import { useTranslation } from "../../lib/texts";
import { SelectField, TextField } from "../fields/Field";
import { REASONS } from "./reasons";

const MAX_REASON = 300;

interface Props {
  value: string;
  onChange: (reason: string) => void;
  isMissing: boolean;
}

/** One of the reasons that have a text in every language, or own words. */
export function ReasonField({ value, onChange, isMissing }: Props) {
  const { t } = useTranslation();
  const [isOwn, setOwn] = useState(false);
  const error = isMissing ? t("penalty.error.reason") : null;
  return (
    <>
      <SelectField
        label={t("penalty.reason")}
        hint={isOwn ? undefined : t("penalty.reasonHint")}
        error={isOwn ? null : error}
        value={isOwn ? "own" : value}
        options={[
          { value: "", label: t("penalty.reasons.choose") },
          ...REASONS.map((reason) => ({ value: reason, label: t(`penalty.reasons.${reason}`) })),
          { value: "own", label: t("penalty.reasons.own") },
        ]}
        onChange={({ currentTarget }) => {
          setOwn(currentTarget.value === "own");
          onChange(currentTarget.value === "own" ? "" : currentTarget.value);
        }}
      />
      {isOwn && (
        <TextField
          label={t("penalty.ownReason")}
          hint={t("penalty.ownHint")}
          error={error}
          required
          value={value}
          maxLength={MAX_REASON}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </>
  );
}
