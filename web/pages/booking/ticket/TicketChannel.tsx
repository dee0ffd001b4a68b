import { useState } from "react";
import type { GuestChannel } from "../../../generated/payloads";
import { chooseGuestChannel } from "../../../lib/api/booking/guests";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import { ChannelField } from "../guest/ChannelField";

interface Props {
  channel: GuestChannel;
  link: string;
}

/** The channel of the messages that are still to come, for the guest of a signed link. */
export function TicketChannel({ channel, link }: Props) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  const [chosen, setChosen] = useState<string>(channel.chosen);
  const handleChange = (next: string) => {
    setChosen(next);
    void run(async () => {
      const outcome = await chooseGuestChannel(link, next);
      if (outcome.failure) setChosen(chosen);
      return outcome;
    }, t("book.channel.saved"));
  };
  return <ChannelField offered={channel.offered} chosen={chosen} isBusy={isRunning} onChange={handleChange} />;
}
