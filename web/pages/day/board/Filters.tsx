import { useNavigate } from "react-router";
import { Button, ButtonLink } from "../../../components/Button";
import { SelectField, TextField } from "../../../components/fields/Field";
import { pathTo } from "../../../generated/paths";
import type { DayBoardPayload } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { useTranslation } from "../../../lib/texts";
import styles from "./Board.module.css";

interface Props {
  data: DayBoardPayload;
}

/** Which day or week, of which service. */
export function Filters({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const to = (changes: Partial<Record<"day" | "span" | "service", string>>) =>
    pathTo.day({ lang }, { day: data.day, span: data.span, service: data.service, ...changes });
  return (
    <nav className={styles.filters} aria-label={t("day.filters")}>
      <div className={styles.turner}>
        <ButtonLink to={to({ day: data.previous })} rel="prev">
          {t("day.earlier")}
        </ButtonLink>
        <ButtonLink to={to({ day: data.today })} aria-current={data.day === data.today || undefined}>
          {t("day.today")}
        </ButtonLink>
        <ButtonLink to={to({ day: data.following })} rel="next">
          {t("day.later")}
        </ButtonLink>
      </div>
      <TextField
        type="date"
        required
        key={data.day}
        label={t("day.day")}
        defaultValue={data.day}
        onChange={(event) => event.target.value && navigate(to({ day: event.target.value }))}
      />
      <SelectField
        label={t("day.span")}
        value={data.span}
        onChange={(event) => navigate(to({ span: event.target.value }))}
        options={[
          { value: "day", label: t("day.span.day") },
          { value: "week", label: t("day.span.week") },
        ]}
      />
      {data.services.length > 1 && (
        <SelectField
          label={t("day.service")}
          value={data.service ?? ""}
          onChange={(event) => navigate(to({ service: event.target.value }))}
          options={[
            { value: "", label: t("day.service.all") },
            ...data.services.map((service) => ({ value: service.id, label: service.name, lang: service.lang })),
          ]}
        />
      )}
      <Button onClick={() => print()}>{t("day.print")}</Button>
    </nav>
  );
}
