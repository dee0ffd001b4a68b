import { SelectField } from "../../../components/fields/Field";
import type { GuestChannel } from "../../../generated/payloads";
import { useTranslation } from "../../../lib/texts";

interface Props {
  offered: GuestChannel["offered"];
  chosen: string | undefined;
  isBusy?: boolean;
  onChange: (channel: string) => void;
}

/** By which channel messages reach the phone number of a guest. */
export function ChannelField({ offered, chosen, isBusy, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <SelectField
      label={t("book.channel")}
      hint={t("book.channel.hint")}
      value={chosen}
      disabled={isBusy}
      options={offered.map((value) => ({ value, label: t(`book.channel.${value}`) }))}
      onChange={({ target: { value } }) => onChange(value)}
    />
  );
}
