import { useState } from "react";
import { Link } from "react-router";
import { Button, ButtonLink } from "../../../components/Button";
import { SelectField } from "../../../components/fields/Field";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { AdminSeries, AdminSeriesPart, SeriesChoice } from "../../../generated/payloads";
import { addPart, deleteSeries, orderSeries, removePart, restoreSeries } from "../../../lib/api/series";
import { useLang } from "../../../lib/context";
import { formatList } from "../../../lib/format/format";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import { OrderButtons } from "../parts/OrderButtons";
import parts from "../parts/parts.module.css";
import { Removal } from "../parts/Removal";
import { SeriesForm } from "./SeriesForm";

interface Props {
  series: AdminSeries;
  /** Those that are in no series. */
  articles: SeriesChoice[];
}

/** A series: its name, its articles in order, and another article for it. */
export function SeriesSheet({ series, articles }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const [isEditing, setEditing] = useState(false);
  const text = series.texts.find((one) => one.lang === lang) ?? series.texts[0];
  const name = text?.title ?? series.slug;
  return (
    <li className={parts.sheet}>
      <h2 lang={text && HTML_LANG[text.lang]}>{name}</h2>
      {isEditing ? (
        <SeriesForm series={series} onDone={() => setEditing(false)} />
      ) : (
        <div className="cluster">
          <Button onClick={() => setEditing(true)}>{t("admin.series.edit")}</Button>
          <ButtonLink to={pathTo.blogSeries({ lang, seriesId: series.slug })}>{t("admin.series.view")}</ButtonLink>
          <Removal
            labels={{
              act: t("admin.series.remove"),
              title: t("admin.series.removeTitle", { name }),
              text: t("admin.series.removeText"),
              done: t("admin.series.removed"),
            }}
            remove={() => deleteSeries(series.id)}
            restore={() => restoreSeries(series.id)}
          />
        </div>
      )}
      {series.parts.length === 0 ? (
        <p className="soft">{t("admin.series.noParts")}</p>
      ) : (
        <ol className="rows">
          {series.parts.map((part, place) => (
            <Part key={part.id} series={series} part={part} place={place} />
          ))}
        </ol>
      )}
      <AddPart series={series} articles={articles} />
    </li>
  );
}

interface PartProps {
  series: AdminSeries;
  part: AdminSeriesPart;
  place: number;
}

function Part({ series, part, place }: PartProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const { run, isRunning } = useQuickAction();
  const takeOut = () =>
    run(
      () => removePart(part.id, series.id),
      t("admin.series.partRemoved"),
      () => addPart(part.id, series.id, place),
    );
  return (
    <li className={parts.line}>
      <div className={parts.what}>
        <Link className="touch" to={pathTo.blogEdit({ lang, blogId: part.slug })} lang={HTML_LANG[part.lang]}>
          {place + 1}. {part.title}
        </Link>
        <p className="facts">
          {part.state !== "published" && <Tag>{t(`admin.articles.${part.state}`)}</Tag>}
          <span>
            {formatList(
              lang,
              part.languages.map((one) => OWN_NAME[one]),
            )}
          </span>
        </p>
      </div>
      <div className={parts.acts}>
        <Button
          look="quiet"
          size="small"
          isBusy={isRunning}
          aria-label={t("admin.series.takeOutOf", { title: part.title })}
          onClick={takeOut}
        >
          {t("admin.series.takeOut")}
        </Button>
      </div>
      <OrderButtons
        id={part.id}
        all={series.parts}
        labels={{
          up: t("admin.series.up", { title: part.title }),
          down: t("admin.series.down", { title: part.title }),
          done: t("admin.series.ordered"),
        }}
        save={(ids) => orderSeries(series.id, ids)}
      />
    </li>
  );
}

function AddPart({ series, articles }: Props) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  const [chosen, setChosen] = useState("");
  if (articles.length === 0) return null;
  const options = articles.map((one) => ({ value: one.id, label: one.title, lang: HTML_LANG[one.lang] }));
  const add = async () => {
    if (chosen && (await run(() => addPart(chosen, series.id), t("admin.series.partAdded")))) setChosen("");
  };
  return (
    <div className="stack">
      <SelectField
        label={t("admin.series.addPart")}
        required={false}
        options={[{ value: "", label: t("admin.series.choose") }, ...options]}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
      />
      {chosen && (
        <div>
          <Button isBusy={isRunning} onClick={add}>
            {t("admin.series.put")}
          </Button>
        </div>
      )}
    </div>
  );
}
