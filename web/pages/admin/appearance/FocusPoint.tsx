import { useTranslation } from "../../../lib/texts";
import styles from "./FocusPoint.module.css";

interface Props {
  source: React.ComponentProps<"img">;
  /** In percent from the left and from the top. */
  x: number;
  y: number;
  onChange: (x: number, y: number) => void;
}

/** The point of a picture that stays visible when it is cropped: by a click on it, or by two sliders. */
export function FocusPoint({ source, x, y, onChange }: Props) {
  const { t } = useTranslation();
  const handlePoint = (event: React.PointerEvent<HTMLElement>) => {
    if (event.type === "pointermove" && event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    const percent = (at: number, start: number, length: number) =>
      Math.round(Math.min(100, Math.max(0, ((at - start) / length) * 100)));
    onChange(percent(event.clientX, box.left, box.width), percent(event.clientY, box.top, box.height));
  };
  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>{t("admin.appearance.focus")}</legend>
      {/* The sliders do the same with the keyboard. */}
      <div className={styles.picture} onPointerDown={handlePoint} onPointerMove={handlePoint}>
        <img {...source} sizes="22rem" alt="" draggable={false} />
        <span className={styles.point} style={{ insetInlineStart: `${x}%`, insetBlockStart: `${y}%` }} />
      </div>
      <p className="small soft">{t("admin.appearance.focusHint")}</p>
      <Slider label={t("admin.appearance.focusX")} value={x} onChange={(value) => onChange(value, y)} />
      <Slider label={t("admin.appearance.focusY")} value={y} onChange={(value) => onChange(x, value)} />
    </fieldset>
  );
}

interface SliderProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
}

function Slider({ label, value, onChange }: SliderProps) {
  return (
    <label className={styles.slider}>
      <span>{label}</span>
      <input type="range" min={0} max={100} value={value} onChange={(event) => onChange(Number(event.target.value))} />
    </label>
  );
}
