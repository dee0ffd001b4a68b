import { useNavigate } from "react-router";
import { useTranslation } from "../../lib/texts";
import { ButtonLink } from "../Button";
import styles from "./BookingFilters.module.css";
import { SelectField, TextField } from "./Field";

interface Shown {
  day: string;
  span: string;
  service: string | null;
  previous: string;
  today: string;
  following: string;
  services: readonly { id: string; name: string; lang?: string }[];
}

type Query = Record<"day" | "span" | "service", string | null>;

interface Props {
  shown: Shown;
  /** The address of the same screen with other filters. */
  pathTo: (query: Query) => string;
  children?: React.ReactNode;
}

/** Which day or week, of which service. */
export function BookingFilters({ shown, pathTo, children }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { day, span, service } = shown;
  const to = (changes: Partial<Query>) => pathTo({ day, span, service, ...changes });
  return (
    <nav className={styles.filters} aria-label={t("day.filters")}>
      <div className={styles.turner}>
        <ButtonLink to={to({ day: shown.previous })} rel="prev">
          {t("day.earlier")}
        </ButtonLink>
        <ButtonLink to={to({ day: shown.today })} aria-current={day === shown.today || undefined}>
          {t("day.today")}
        </ButtonLink>
        <ButtonLink to={to({ day: shown.following })} rel="next">
          {t("day.later")}
        </ButtonLink>
      </div>
      <TextField
        type="date"
        required
        key={day}
        label={t("day.day")}
        defaultValue={day}
        onChange={(event) => event.target.value && navigate(to({ day: event.target.value }))}
      />
      <SelectField
        label={t("day.span")}
        value={span}
        onChange={(event) => navigate(to({ span: event.target.value }))}
        options={[
          { value: "day", label: t("day.span.day") },
          { value: "week", label: t("day.span.week") },
        ]}
      />
      {shown.services.length > 1 && (
        <SelectField
          label={t("day.service")}
          value={service ?? ""}
          onChange={(event) => navigate(to({ service: event.target.value }))}
          options={[
            { value: "", label: t("day.service.all") },
            ...shown.services.map(({ id, name, lang }) => ({ value: id, label: name, lang })),
          ]}
        />
      )}
      {children}
    </nav>
  );
}
