import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { Button, ButtonAnchor, ButtonLink } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { TextField } from "../../../components/fields/Field";
import { LockIcon } from "../../../components/icons";
import { pathTo } from "../../../generated/paths";
import type { ThreadSession } from "../../../generated/payloads";
import { setSessionLink } from "../../../lib/api/booking/threads";
import { useLang } from "../../../lib/context";
import { formatMoment, formatSpan } from "../../../lib/format/format";
import { HTML_LANG } from "../../../lib/i18n";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { useRefresh as useLiveRefresh } from "../../../realtime/useRefresh";
import { useRowChanges } from "../../../realtime/useRowChanges";
import styles from "./session.module.css";

// A longer timer than this overflows in browsers.
const MAX_WAIT = 86_400_000;

interface Props {
  session: ThreadSession;
}

/** The session of a private thread, in the place of an opening text: when and where, the meeting link, who reads here. */
export function SessionPanel({ session }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  useAttendance(session);
  useLinkTime(session);
  const { startsAt, endsAt, timeZone, place, hostName, onlineUrl, linkFrom, booking } = session;
  const textLang = session.lang === lang ? undefined : HTML_LANG[session.lang];
  return (
    <section className={styles.session} aria-label={t("forum.session.title")}>
      <p className={styles.kind}>
        <LockIcon size={16} />
        {t("forum.session.title")}
      </p>
      <p className={styles.when} suppressHydrationWarning>
        {formatSpan(lang, startsAt, endsAt, timeZone, "full")}
      </p>
      {(place || hostName) && (
        <p className="facts">
          {place && <span lang={textLang}>{place}</span>}
          {hostName && <span>{t("forum.session.host", { name: hostName })}</span>}
        </p>
      )}
      <p className="small soft" suppressHydrationWarning>
        {t("forum.session.who", { day: formatMoment(lang, session.closesAt, timeZone, "date") })}
      </p>
      {!onlineUrl && linkFrom && session.isOnline && Date.parse(endsAt) > Date.now() && (
        <p className="small" suppressHydrationWarning>
          {t("forum.session.linkFrom", { time: formatMoment(lang, linkFrom, timeZone, "dayTime") })}
        </p>
      )}
      {(onlineUrl || booking) && (
        <p className={styles.acts}>
          {onlineUrl && (
            <ButtonAnchor look="primary" href={onlineUrl} target="_blank" rel="noreferrer">
              {t("forum.session.join")}
            </ButtonAnchor>
          )}
          {booking && (
            <ButtonLink to={pathTo.bookView({ lang, bookId: booking })}>{t("forum.session.ticket")}</ButtonLink>
          )}
        </p>
      )}
      {session.maySetLink && <LinkForm key={session.ownLink} session={session} />}
    </section>
  );
}

/** Leaves the page for the booking as soon as it is cancelled or at another time: the texts are closed to the reader. */
function useAttendance({ booking, slotId }: ThreadSession): void {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const refresh = useLiveRefresh();
  useRowChanges(
    booking ? `attendance:${booking}` : null,
    [{ table: "bookings", event: "UPDATE", filter: `id=eq.${booking}` }],
    {
      onChange: ({ row }) => {
        if (!booking || (row.status === "booked" && row.slot_id === slotId)) return;
        showToast(t("forum.session.left"));
        void navigate(pathTo.bookView({ lang, bookId: booking }), { replace: true });
      },
      onMissed: refresh,
    },
  );
}

/** Shows the link at its time on a page that stays open. */
function useLinkTime({ linkFrom, onlineUrl }: ThreadSession): void {
  const refresh = useLiveRefresh();
  useEffect(() => {
    const wait = linkFrom && !onlineUrl ? Date.parse(linkFrom) - Date.now() : -1;
    if (wait < 0 || wait > MAX_WAIT) return;
    const timer = setTimeout(refresh, wait + 1000);
    return () => clearTimeout(timer);
  }, [linkFrom, onlineUrl, refresh]);
}

/** For the host and the reception: another link for this session alone. */
function LinkForm({ session }: Props) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const [url, setUrl] = useState(session.ownLink ?? "");
  const { run, isRunning, failure } = useAction(setSessionLink);
  const isWrong = url.trim() !== "" && !/^https:\/\/\S+$/.test(url.trim());
  const handleSubmit = async (event: React.FormEvent) => {
    event.preventDefault();
    if (isWrong || (await run(session.slotId, url.trim()))?.failure !== null) return;
    showToast(t("forum.session.saved"), { tone: "success" });
    await refresh();
  };
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <TextField
        type="url"
        maxLength={500}
        label={t("forum.session.link")}
        hint={t("forum.session.linkHint")}
        value={url}
        error={isWrong ? t("forum.session.linkWrong") : undefined}
        onChange={(event) => setUrl(event.target.value)}
      />
      <FailureNotice failure={failure} />
      <Button type="submit" size="small" isBusy={isRunning}>
        {t("forum.session.save")}
      </Button>
    </form>
  );
}
