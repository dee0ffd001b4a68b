import { Link, useNavigate } from "react-router";
import { Button } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { ListState } from "../../../components/feedback/ListState";
import { SelectField } from "../../../components/fields/Field";
import { Pager } from "../../../components/Pager";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { LogEntry, StaffLogPayload } from "../../../generated/payloads";
import { fetchLog } from "../../../lib/api/rights/log";
import { useLang } from "../../../lib/context";
import { formatDay, formatWeekday, separatorIn } from "../../../lib/format/format";
import { OWN_NAME } from "../../../lib/i18n";
import { isLang, type PageProps } from "../../../lib/page";
import { useAction } from "../../../lib/requests/useAction";
import { type Text, useTranslation } from "../../../lib/texts";
import { saveFile } from "../../../lib/uploads/saveFile";
import { AdminPage } from "../parts/AdminPage";
import styles from "./rights.module.css";

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:/;
const LIST = /^\["[^[\]{}]*"\]$/;

type Props = PageProps<StaffLogPayload>;

/** Acts of staff, newest first, with filters and a download. */
export function StaffLog({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const narrowed = { actor: data.actor, member: data.member };
  return (
    <AdminPage title={t("admin.log.title")} lead={t("admin.log.lead")} action={<Download data={data} />}>
      <SelectField
        label={t("admin.log.filter")}
        value={data.thing ?? ""}
        options={[
          { value: "", label: t("admin.log.all") },
          ...data.things.map((thing) => ({ value: thing, label: t(`admin.log.thing.${thing}`) })),
        ]}
        onChange={({ currentTarget }) =>
          void navigate(pathTo.adminLog({ lang }, { ...narrowed, thing: currentTarget.value || null }))
        }
      />
      {(data.actor ?? data.member) && (
        <p>
          <Link to={pathTo.adminLog({ lang }, { thing: data.thing })}>{t("admin.log.everybody")}</Link>
        </p>
      )}
      <ListState
        items={data.entries}
        empty={<EmptyState title={t("admin.log.empty")} drawing="shelf" />}
        pager={<Pager next={data.next} />}
      >
        {(entries) => (
          <ul className="rows">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} thing={data.thing} />
            ))}
          </ul>
        )}
      </ListState>
    </AdminPage>
  );
}

function Entry({ entry, thing }: { entry: LogEntry; thing: string | null }) {
  const { t } = useTranslation();
  const lang = useLang();
  // Ids of other rows say nothing to a reader; the download has them.
  const changes = entry.changes.filter(
    ({ before, after }) => ![before, after].some((value) => value && ID.test(value)),
  );
  return (
    <li className={styles.entry}>
      <p className="cluster">
        <strong>{t(`admin.log.thing.${entry.thing}`)}</strong>
        <Tag tone={entry.act === "delete" ? "note" : "plain"}>{t(`admin.log.act.${entry.act}`)}</Tag>
        {entry.memberId && entry.memberName && (
          <Link to={pathTo.adminLog({ lang }, { thing, member: entry.memberId })}>{entry.memberName}</Link>
        )}
      </p>
      <Subject entry={entry} />
      <p className="facts soft small">
        <DateTime value={entry.at} />
        {entry.actorId && entry.actorName ? (
          <Link to={pathTo.adminLog({ lang }, { thing, actor: entry.actorId })}>{entry.actorName}</Link>
        ) : (
          <span>{entry.thing === "automatic_acts" ? t("admin.log.site") : t("forum.formerMember")}</span>
        )}
      </p>
      {changes.length > 0 && (
        <dl className={styles.changes}>
          {changes.map((change) => (
            <div key={change.name}>
              <dt>{nameOf(t, entry.thing, change.name)}</dt>
              <dd>
                {change.before !== null && (
                  <del>
                    <Value entry={entry} name={change.name} text={change.before} />
                  </del>
                )}{" "}
                {change.after !== null && (
                  <ins>
                    <Value entry={entry} name={change.name} text={change.after} />
                  </ins>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

/** The title of the changed thing, with its page. */
function Subject({ entry }: { entry: LogEntry }) {
  const lang = useLang();
  if (!entry.title) return null;
  const title = (
    <span lang={entry.language ?? undefined} translate="no">
      {entry.title}
    </span>
  );
  return <p>{entry.path ? <Link to={`/${lang}${entry.path}`}>{title}</Link> : title}</p>;
}

/** The name of a column or setting in the reader's language; one without a text keeps its own. */
function nameOf(t: Text, thing: string, name: string): string {
  const field = `admin.log.field.${name}`;
  const setting = `admin.settings.${name}`;
  const keys = thing === "settings" ? [setting, field] : [field, setting];
  const key = keys.find((one) => t(one) !== one);
  return key ? t(key) : name.replaceAll("_", " ");
}

/** A value of a column: times, states, rights and languages in the reader's language, lists without their brackets. */
function Value({ entry: { thing }, name, text }: { entry: LogEntry; name: string; text: string }) {
  const { t } = useTranslation();
  const lang = useLang();
  if (TIME.test(text)) return <DateTime value={text} />;
  if (name === "weekday") return <span suppressHydrationWarning>{formatWeekday(lang, Number(text))}</span>;
  if (name === "day") return <span suppressHydrationWarning>{formatDay(lang, text, "date")}</span>;
  const words: string[] = LIST.test(text) ? JSON.parse(text) : [text];
  return words.map((word) => wordOf(t, thing, word)).join(separatorIn(lang));
}

/** A word that means different things has a text for each. */
function wordOf(t: Text, thing: string, word: string): string {
  if (isLang(word)) return OWN_NAME[word];
  const keys = [`admin.log.value.${thing}.${word}`, `admin.log.value.${word}`, `admin.texts.kind.${word}`];
  const key = keys.find((one) => t(one) !== one);
  return key ? t(key) : word;
}

function Download({ data }: Props) {
  const { t } = useTranslation();
  const { run, isRunning, failure } = useAction(fetchLog);
  const handleTake = async () => {
    const outcome = await run({ thing: data.thing, actor: data.actor, member: data.member });
    if (outcome && !outcome.failure) saveFile("staff-log.csv", outcome.value, "text/csv");
  };
  return (
    <div className={styles.download}>
      <Button isBusy={isRunning} onClick={handleTake}>
        {t("admin.log.download")}
      </Button>
      <FailureNotice failure={failure} onRetry={handleTake} />
    </div>
  );
}
