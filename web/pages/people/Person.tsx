import { ButtonLink } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { Notice } from "../../components/feedback/Notice";
import { EditIcon } from "../../components/icons";
import { PersonHead } from "../../components/parts/PersonHead";
import { pathTo } from "../../generated/paths";
import type { PersonPayload } from "../../generated/payloads";
import { useLang, usePage, useVisitor } from "../../lib/context";
import { formatList } from "../../lib/format/format";
import { OWN_NAME } from "../../lib/i18n";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { PersonActions } from "./PersonActions";
import { PersonArticles, PersonTexts } from "./PersonTexts";
import styles from "./people.module.css";

/** A member as the visitor may see them. */
export function Person({ data }: PageProps<PersonPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const languages = formatList(
    lang,
    data.languages.map((language) => OWN_NAME[language]),
  );
  const edit = (
    <ButtonLink to={`${pathTo.profile({ lang })}#visibility`}>
      <EditIcon size={18} />
      {t("people.person.edit")}
    </ButtonLink>
  );
  return (
    <>
      <PersonHead
        person={data}
        area={t("people.person.title")}
        about={data.about}
        facts={
          <>
            {languages && <span>{t("people.person.speaks", { languages })}</span>}
            {data.since && (
              <DateTime value={data.since} format="date" say={(date) => t("people.person.since", { date })} />
            )}
          </>
        }
        action={data.isMine ? edit : <PersonActions person={data} />}
      />
      <div className={styles.page}>
        <Remark person={data} />
        {data.showsActivity && (
          <>
            <PersonArticles articles={data.articles} />
            <PersonTexts texts={data.texts} />
          </>
        )}
      </div>
    </>
  );
}

/** Why there is less to see than usual. */
function Remark({ person }: { person: PersonPayload }) {
  const { t } = useTranslation();
  const lang = useLang();
  const visitor = useVisitor();
  const { path } = usePage();
  if (person.isMine) return <Notice>{t("people.person.mine")}</Notice>;
  if (!person.isActive) return <Notice tone="note">{t("people.person.inactive")}</Notice>;
  if (person.isBlocked) return <Notice tone="note">{t("people.person.isBlocked")}</Notice>;
  if (person.showsActivity) return null;
  if (visitor) return <p className="soft">{t("people.person.private")}</p>;
  const signIn = (
    <ButtonLink rel="nofollow" to={pathTo.signin({ lang }, { next: path })}>
      {t("people.person.signIn")}
    </ButtonLink>
  );
  return <Notice action={signIn}>{t("people.person.forMembers")}</Notice>;
}
