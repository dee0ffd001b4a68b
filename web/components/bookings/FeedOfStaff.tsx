import { useState } from "react";
import type { StaffFeed } from "../../generated/payloads";
import { closeFeed, openFeed } from "../../lib/api/day/calendars";
import { useHydrated } from "../../lib/format/useTimeZone";
import { useAction, useRefresh } from "../../lib/requests/useAction";
import { useTranslation } from "../../lib/texts";
import { showToast } from "../../lib/toasts";
import { Button, ButtonAnchor } from "../Button";
import { ConfirmDialog } from "../dialogs/ConfirmDialog";
import { FailureNotice } from "../feedback/FailureNotice";
import { TextField } from "../fields/Field";

interface Props {
  feed: StaffFeed;
  /** Unique on the page. */
  id: string;
}

/** The secret address under which a calendar program of the staff follows bookings: made, copied, renewed, closed. */
export function FeedOfStaff({ feed, id }: Props) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const { run, isRunning, failure } = useAction(openFeed);
  const handleOpen = async () => {
    if ((await run(feed, false))?.failure === null) await refresh();
  };
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{t(`day.calendars.${feed.covers}`)}</h2>
      <p className="soft">{t(`day.calendars.${feed.covers}.text`)}</p>
      <p className="soft small">{t("day.calendars.private")}</p>
      <FailureNotice failure={failure} onRetry={handleOpen} />
      {feed.path ? (
        <Address feed={feed} path={feed.path} />
      ) : (
        <p>
          <Button isBusy={isRunning} onClick={handleOpen}>
            {t("day.calendars.make")}
          </Button>
        </p>
      )}
    </section>
  );
}

function Address({ feed, path }: Pick<Props, "feed"> & { path: string }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<"renew" | "close" | null>(null);
  // The server renders the path; the copied address needs the host too.
  const isHydrated = useHydrated();
  const address = isHydrated ? new URL(path, location.href).href : path;
  const handleCopy = async () => {
    // Only on https and localhost may a page write to the clipboard; elsewhere the field is there to copy from.
    const isCopied = await navigator.clipboard?.writeText(address).then(
      () => true,
      () => false,
    );
    showToast(t(isCopied ? "day.calendars.copied" : "admin.embed.copyByHand"));
  };
  return (
    <>
      <TextField
        label={t("day.calendars.address")}
        required
        readOnly
        value={address}
        onFocus={(event) => event.target.select()}
      />
      <div className="cluster">
        <Button onClick={handleCopy}>{t("day.calendars.copy")}</Button>
        {isHydrated && (
          <ButtonAnchor href={address.replace(/^https?:/, "webcal:")}>{t("day.calendars.subscribe")}</ButtonAnchor>
        )}
        <Button look="quiet" onClick={() => setAsked("renew")}>
          {t("day.calendars.renew")}
        </Button>
        <Button look="quiet" onClick={() => setAsked("close")}>
          {t("day.calendars.close")}
        </Button>
      </div>
      <AskFirst feed={feed} asked={asked} onClose={() => setAsked(null)} />
    </>
  );
}

function AskFirst({
  feed,
  asked,
  onClose,
}: Pick<Props, "feed"> & { asked: "renew" | "close" | null; onClose: () => void }) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const renew = useAction(openFeed);
  const close = useAction(closeFeed);
  const act = asked ?? "renew";
  const handleConfirm = async () => {
    const outcome = act === "renew" ? await renew.run(feed, true) : await close.run(feed);
    if (outcome?.failure !== null) return;
    onClose();
    showToast(t(`day.calendars.${act}.done`), { tone: "success" });
    await refresh();
  };
  return (
    <ConfirmDialog
      isOpen={asked !== null}
      title={t(`day.calendars.${act}`)}
      confirm={t(`day.calendars.${act}`)}
      isDanger
      isBusy={renew.isRunning || close.isRunning}
      failure={renew.failure ?? close.failure}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <p>{t(`day.calendars.${act}.text`)}</p>
    </ConfirmDialog>
  );
}
