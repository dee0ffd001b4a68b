import { Link } from "react-router";
import { CheckField } from "../../../../components/fields/Field";
import { pathTo } from "../../../../generated/paths";
import type { RoomLine } from "../../../../generated/payloads";
import { useLang } from "../../../../lib/context";
import { useTranslation } from "../../../../lib/texts";
import styles from "./ServiceEditor.module.css";
import type { EditorPart } from "./serviceForm";

interface Props extends EditorPart {
  rooms: readonly RoomLine[];
}

/** The rooms and the equipment of which a booking occupies one each. */
export function RoomsField({ draft, change, rooms }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  // One that is switched off stays in the list of the services that have it.
  const offered = rooms.filter((room) => room.isActive || draft.rooms.includes(room.id));
  const toggle = (id: string, isOn: boolean) =>
    change({ rooms: isOn ? [...draft.rooms, id] : draft.rooms.filter((one) => one !== id) });
  return (
    <>
      {(["room", "equipment"] as const).map((kind) => {
        const ofKind = offered.filter((room) => room.kind === kind);
        return (
          ofKind.length > 0 && (
            <fieldset key={kind} className={styles.choices}>
              <legend>{t(`admin.service.kindOfRoom.${kind}`)}</legend>
              {ofKind.map((room) => (
                <CheckField
                  key={room.id}
                  label={room.name}
                  checked={draft.rooms.includes(room.id)}
                  onChange={(event) => toggle(room.id, event.target.checked)}
                />
              ))}
            </fieldset>
          )
        );
      })}
      <p className="small">
        <Link to={pathTo.adminPlaces({ lang })}>{t("admin.places.title")}</Link>
      </p>
    </>
  );
}
