import { useState } from "react";
import { Link } from "react-router";
import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { RoomLine } from "../../../generated/payloads";
import { setRoomActive } from "../../../lib/api/day/places";
import { useLang } from "../../../lib/context";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useUndo } from "../../../lib/requests/useUndo";
import { useTranslation } from "../../../lib/texts";
import styles from "./Places.module.css";
import { RoomForm } from "./RoomForm";

interface Props {
  room: RoomLine;
  canEdit: boolean;
}

/** A room or piece of equipment: its times, its names, and whether it is given to bookings. */
export function RoomRow({ room, canEdit }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const [isEditing, setEditing] = useState(false);
  const { run, isRunning, failure } = useAction(setRoomActive);
  const handleSwitch = async () => {
    if ((await run(room.id, !room.isActive))?.failure !== null) return;
    offerUndo(t(room.isActive ? "admin.places.switchedOff" : "admin.places.switchedOn", { name: room.name }), () =>
      setRoomActive(room.id, room.isActive),
    );
    await refresh();
  };
  if (isEditing) {
    return (
      <li className={styles.row}>
        <RoomForm room={room} onDone={() => setEditing(false)} />
      </li>
    );
  }
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        {canEdit ? (
          <Link className="touch" to={pathTo.adminPlace({ lang, placeId: room.id })}>
            {room.name}
          </Link>
        ) : (
          room.name
        )}
        <span className="facts soft small">
          <span>{t(`admin.places.kind.${room.kind}`)}</span>
          <span>{t("admin.places.services", { count: room.services })}</span>
          <span>{t(room.hasHours ? "admin.places.ownHours" : "admin.places.anyHours")}</span>
        </span>
        <FailureNotice failure={failure} onRetry={handleSwitch} />
      </div>
      {!room.isActive && <Tag tone="bad">{t("admin.places.off")}</Tag>}
      {canEdit && (
        <span className="cluster">
          <Button
            size="small"
            aria-label={t("admin.places.editRoom", { name: room.name })}
            onClick={() => setEditing(true)}
          >
            {t("admin.places.edit")}
          </Button>
          <Button size="small" look="quiet" isBusy={isRunning} onClick={handleSwitch}>
            {t(room.isActive ? "admin.places.switchOff" : "admin.places.switchOn")}
          </Button>
        </span>
      )}
    </li>
  );
}
