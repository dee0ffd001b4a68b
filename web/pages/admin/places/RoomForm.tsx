import { useState } from "react";
import { SelectField, TextField } from "../../../components/fields/Field";
import type { RoomLine } from "../../../generated/payloads";
import { type RoomToSave, saveRoom } from "../../../lib/api/day/places";
import { useUnsaved } from "../../../lib/forms/unsaved";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import type { Lang } from "../../../lib/page";
import { newId } from "../../../lib/requests/newId";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { useLanguages } from "../../../lib/useLanguages";
import parts from "../parts/parts.module.css";
import { SaveForm } from "../parts/SaveForm";

interface Props {
  /** None: a new one. */
  room?: RoomLine;
  onDone: () => void;
}

const MAX_NAME = 80;

/** Kind and names of a room or a piece of equipment. A name in one language is enough. */
export function RoomForm({ room, onDone }: Props) {
  const { t } = useTranslation();
  const languages = useLanguages();
  const refresh = useRefresh();
  const action = useAction(saveRoom);
  const [initial] = useState<RoomToSave>(() => ({
    id: room?.id ?? newId(),
    kind: room?.kind ?? "room",
    names: room ? (JSON.parse(room.names) as RoomToSave["names"]) : {},
    is_active: room?.isActive ?? true,
  }));
  const [values, setValues] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  useUnsaved(values !== initial);
  const names = Object.fromEntries(
    Object.entries(values.names).flatMap(([lang, name]) => (name.trim() ? [[lang, name.trim()]] : [])),
  );
  const isNameless = Object.keys(names).length === 0;
  const change = (lang: Lang, name: string) => setValues({ ...values, names: { ...values.names, [lang]: name } });

  const handleSave = async () => {
    setChecked(true);
    if (isNameless) return;
    const outcome = await action.run({ ...values, names });
    if (outcome?.failure !== null) return;
    showToast(t("admin.places.roomSaved"), { tone: "success" });
    onDone();
    await refresh();
  };

  return (
    <SaveForm
      action={action}
      onSave={handleSave}
      onCancel={onDone}
      mistake={isChecked && isNameless ? t("admin.places.error.name") : null}
    >
      <SelectField
        label={t("admin.service.kind")}
        value={values.kind}
        onChange={(event) => setValues({ ...values, kind: event.target.value === "equipment" ? "equipment" : "room" })}
        options={(["room", "equipment"] as const).map((value) => ({ value, label: t(`admin.places.kind.${value}`) }))}
      />
      <div className={parts.fields}>
        {languages.map((lang) => (
          <TextField
            key={lang}
            label={t("admin.places.nameIn", { language: OWN_NAME[lang] })}
            lang={HTML_LANG[lang]}
            maxLength={MAX_NAME}
            value={values.names[lang] ?? ""}
            onChange={(event) => change(lang, event.target.value)}
          />
        ))}
      </div>
    </SaveForm>
  );
}
