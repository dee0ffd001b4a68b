import { PictureField } from "../../../components/fields/PictureField";
import { useTranslation } from "../../../lib/texts";
import { COVER, LOGO, sourceOf } from "../../../lib/uploads/pictures";
import styles from "./Choices.module.css";
import { FocusPoint } from "./FocusPoint";
import type { Look } from "./look";

interface Props {
  look: Look;
  onChange: (changes: Partial<Look>) => void;
}

/** Logo and cover. A cover is cropped differently on every screen, so it has a point that stays in sight. */
export function PictureChoices({ look, onChange }: Props) {
  const { t } = useTranslation();
  const { logoUrl, coverUrl, coverFocusX, coverFocusY } = look;
  return (
    <>
      <PictureField
        label={t("admin.appearance.logo")}
        hint={t("admin.appearance.logoHint")}
        address={logoUrl ?? ""}
        onChange={(address) => onChange({ logoUrl: address || null })}
      >
        {logoUrl && <img className={styles.logo} {...sourceOf(logoUrl, LOGO)} alt="" />}
      </PictureField>
      <PictureField
        label={t("admin.appearance.cover")}
        hint={t("admin.appearance.coverHint")}
        address={coverUrl ?? ""}
        onChange={(address) => onChange({ coverUrl: address || null, coverFocusX: 50, coverFocusY: 50 })}
      >
        {null}
      </PictureField>
      {coverUrl && (
        <FocusPoint
          source={sourceOf(coverUrl, { ...COVER, ratio: undefined })}
          x={coverFocusX}
          y={coverFocusY}
          onChange={(x, y) => onChange({ coverFocusX: x, coverFocusY: y })}
        />
      )}
    </>
  );
}
