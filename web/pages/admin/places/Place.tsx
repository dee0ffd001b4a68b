import { useState } from "react";
import { CalendarsRead } from "../../../components/bookings/CalendarsRead";
import { FeedOfStaff } from "../../../components/bookings/FeedOfStaff";
import { Skeleton } from "../../../components/feedback/Skeleton";
import { pathTo } from "../../../generated/paths";
import type { AdminPlacePayload } from "../../../generated/payloads";
import { saveWorkHours } from "../../../lib/api/day/places";
import { useLang } from "../../../lib/context";
import { useHydrated } from "../../../lib/format/useTimeZone";
import { useUnsaved } from "../../../lib/forms/unsaved";
import type { PageProps } from "../../../lib/page";
import { newId } from "../../../lib/requests/newId";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { AdminPage } from "../parts/AdminPage";
import { SaveForm } from "../parts/SaveForm";
import { WeekHours } from "../services/editor/hours/WeekHours";
import { asClock, asEnd, checkSpans } from "../services/editor/serviceDraft";
import { Absences } from "./Absences";
import styles from "./Places.module.css";

/** The weekly hours of a person or a room, and when they are away. Editing needs the browser. */
export function Place({ data }: PageProps<AdminPlacePayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const isHydrated = useHydrated();
  return (
    <AdminPage
      title={t("admin.place.of", { name: data.name })}
      back={{ to: pathTo.adminPlaces({ lang }), label: t("admin.place.back") }}
      lead={t("admin.place.lead")}
    >
      <section className={styles.part} aria-labelledby="place-hours">
        <h2 id="place-hours">{t("admin.service.hours")}</h2>
        {isHydrated ? <Hours key={hoursKey(data)} data={data} /> : <Skeleton lines={8} />}
      </section>
      <Absences data={data} />
      {data.isPerson && (
        <div className={styles.part}>
          <CalendarsRead host={data.id} calendars={data.calendars} />
        </div>
      )}
      {data.feed && (
        <div className={styles.part}>
          <FeedOfStaff id="place-feed" feed={data.feed} />
        </div>
      )}
    </AdminPage>
  );
}

function hoursKey({ hours }: AdminPlacePayload): string {
  return hours.map(({ id }) => id).join(" ");
}

function Hours({ data }: Pick<PageProps<AdminPlacePayload>, "data">) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const action = useAction(saveWorkHours);
  const [initial] = useState(() => data.hours.map((span) => ({ ...span, key: newId(), closes: asClock(span.closes) })));
  const [hours, setHours] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  useUnsaved(hours !== initial);
  const errors = isChecked ? checkSpans(hours, (span) => span.weekday) : {};

  const handleSave = async () => {
    setChecked(true);
    if (Object.keys(checkSpans(hours, (span) => span.weekday)).length > 0) return;
    const spans = hours.map(({ weekday, opens, closes }) => ({ weekday, opens, closes: asEnd(closes) }));
    const place = { host: data.isPerson ? data.id : null, room: data.isPerson ? null : data.id };
    const outcome = await action.run(place, spans);
    if (outcome?.failure !== null) return;
    showToast(t("admin.place.saved"), { tone: "success" });
    await refresh();
  };

  return (
    <SaveForm action={action} onSave={handleSave}>
      <p className="soft">{t(hours.length > 0 ? "admin.service.hoursHint" : "admin.place.noHours")}</p>
      <WeekHours
        hours={hours}
        errors={errors}
        none={t(hours.length > 0 ? "admin.place.notThere" : "admin.places.anyHours")}
        onChange={(next) => setHours(next.map((span) => ({ ...span, id: span.key })))}
      />
    </SaveForm>
  );
}
