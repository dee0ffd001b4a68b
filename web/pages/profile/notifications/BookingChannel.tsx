import { useState } from "react";
import { SelectField } from "../../../components/fields/Field";
import { setBookingChannel } from "../../../components/watch/notices";
import type { NoticeSettingsPayload } from "../../../generated/payloads";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";

interface Props {
  data: NoticeSettingsPayload;
}

/** By which channel messages about bookings come first; the others follow where it fails. */
export function BookingChannel({ data }: Props) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  const channels = [...(data.email ? (["mail"] as const) : []), ...data.phoneChannels];
  const [chosen, setChosen] = useState<string>(data.bookingChannel ?? channels[0] ?? "mail");
  if (channels.length < 2) return null;
  return (
    <SelectField
      label={t("notices.bookingChannel")}
      hint={t("notices.bookingChannel.hint")}
      value={chosen}
      disabled={isRunning}
      options={channels.map((value) => ({ value, label: t(`notices.bookingChannel.${value}`) }))}
      onChange={({ target: { value } }) => {
        setChosen(value);
        void run(() => setBookingChannel(value), t("notices.saved"));
      }}
    />
  );
}
