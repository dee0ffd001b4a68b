import { Form, useNavigate } from "react-router";
import { Button } from "../../components/Button";
import { SelectField } from "../../components/fields/Field";
import { Tag } from "../../components/Tag";
import { pathTo } from "../../generated/paths";
import type { SearchPayload } from "../../generated/payloads";
import { addressWith } from "../../lib/address";
import { useLang, usePage, useVisitor } from "../../lib/context";
import { HTML_LANG, OWN_NAME } from "../../lib/i18n";
import { LANGS } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { AuthorField } from "./AuthorField";
import styles from "./Filters.module.css";

const DATES = ["week", "month", "year"] as const;
/** Parameters that the form has no field for. */
const HIDDEN = ["q", "kind", "author", "own"] as const;

interface Props {
  data: SearchPayload;
  /** How many are on. */
  count: number;
}

/** Filters and order in one row; on a phone behind a button. Without scripts it is a form with a button of its own. */
export function MoreFilters({ data, count }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const visitor = useVisitor();
  const { path, query } = usePage();
  const to = (changes: Record<string, string | null>) => addressWith(path, query, { after: null, ...changes });
  return (
    <details className={styles.more}>
      <summary>{count > 0 ? t("search.filter.buttonOn", { number: count }) : t("search.filter.button")}</summary>
      <Form action={pathTo.search({ lang })} className={styles.form} aria-label={t("search.filter.button")}>
        {HIDDEN.map((name) => query[name] && <input key={name} type="hidden" name={name} value={query[name]} />)}
        <Selects data={data} to={to} />
        {visitor && !data.author && !data.isOwn && <AuthorField to={(author) => to({ author })} />}
        {visitor && (
          <div className={styles.own}>
            <Tag to={to({ own: data.isOwn ? null : "1", author: null })} isCurrent={data.isOwn}>
              {t("search.filter.own")}
            </Tag>
          </div>
        )}
        <noscript>
          <Button type="submit">{t("search.filter.apply")}</Button>
        </noscript>
      </Form>
    </details>
  );
}

interface SelectsProps extends Pick<Props, "data"> {
  to: (changes: Record<string, string | null>) => string;
}

function Selects({ data, to }: SelectsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const choose = (name: string) => (event: React.ChangeEvent<HTMLSelectElement>) =>
    navigate(to({ [name]: event.target.value || null }));
  const hasForums = (data.kind === null || data.kind === "forum") && data.forums.length > 0;
  // One that is beyond the list.
  const isListed = data.forum === null || data.forums.some(({ slug }) => slug === data.forum?.slug);
  const forums = isListed || !data.forum ? data.forums : [data.forum, ...data.forums];
  return (
    <>
      <SelectField
        label={t("search.filter.language")}
        name="language"
        value={data.language ?? ""}
        onChange={choose("language")}
        required={false}
        options={[
          { value: "", label: t("search.filter.anyLanguage") },
          ...LANGS.map((lang) => ({ value: lang, label: OWN_NAME[lang], lang: HTML_LANG[lang] })),
        ]}
      />
      {hasForums && (
        <SelectField
          label={t("search.filter.forum")}
          name="forum"
          value={data.forum?.slug ?? ""}
          onChange={choose("forum")}
          required={false}
          options={[
            { value: "", label: t("search.filter.anyForum") },
            ...forums.map(({ slug, name, language }) => ({ value: slug, label: name, lang: HTML_LANG[language] })),
          ]}
        />
      )}
      <SelectField
        label={t("search.filter.date")}
        name="date"
        value={data.date ?? ""}
        onChange={choose("date")}
        required={false}
        options={[
          { value: "", label: t("search.filter.date.any") },
          ...DATES.map((date) => ({ value: date, label: t(`search.filter.date.${date}`) })),
        ]}
      />
      <SelectField
        label={t("search.order")}
        name="order"
        value={data.order === "best" ? "" : data.order}
        onChange={choose("order")}
        required={false}
        options={[
          { value: "", label: t("search.order.best") },
          { value: "newest", label: t("search.order.newest") },
        ]}
      />
    </>
  );
}
