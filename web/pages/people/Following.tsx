import { Link } from "react-router";
import { Avatar } from "../../components/Avatar";
import { EmptyState } from "../../components/feedback/EmptyState";
import { ListState } from "../../components/feedback/ListState";
import { Pager } from "../../components/Pager";
import { PageHead, SectionHead } from "../../components/parts/Heads";
import { RelativeTime } from "../../components/parts/RelativeTime";
import { LanguageTag } from "../../components/Tag";
import { pathTo } from "../../generated/paths";
import type { FollowedPerson, FollowedText, FollowingPayload } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import { HTML_LANG } from "../../lib/i18n";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import styles from "./people.module.css";

/** Texts of followed members, newest first. */
export function Following({ data }: PageProps<FollowingPayload>) {
  const { t } = useTranslation();
  const isAlone = data.people.length === 0;
  return (
    <div className={styles.page}>
      <PageHead title={t("people.following.title")} lead={t("people.following.lead")} />
      <ListState
        items={data.texts}
        empty={
          <EmptyState title={isAlone ? t("people.following.empty") : t("people.following.quiet")}>
            {isAlone && t("people.following.emptyText")}
          </EmptyState>
        }
        pager={<Pager next={data.next} />}
      >
        {(texts) => (
          <ul className="rows">
            {texts.map((text) => (
              <TextRow key={text.id} text={text} />
            ))}
          </ul>
        )}
      </ListState>
      {!isAlone && <Followed people={data.people} />}
    </div>
  );
}

function TextRow({ text }: { text: FollowedText }) {
  const { t } = useTranslation();
  const lang = useLang();
  const isTopic = text.kind === "topic";
  return (
    <li className={styles.row}>
      <Avatar name={text.authorName} pictureUrl={text.authorPicture} />
      <span className={styles.words}>
        <Link
          className={`stretched ${styles.link}`}
          to={`/${isTopic ? lang : text.lang}${text.path}`}
          lang={HTML_LANG[text.lang]}
        >
          {text.title}
        </Link>
        <span className="facts">
          <bdi>{text.authorName}</bdi>
          <span>{isTopic ? t("people.following.topic") : t("people.following.article")}</span>
          {text.lang !== lang && (
            <span>
              <LanguageTag language={text.lang} />
            </span>
          )}
          <RelativeTime value={text.moment} />
        </span>
      </span>
    </li>
  );
}

function Followed({ people }: { people: readonly FollowedPerson[] }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <section aria-labelledby="followed">
      <SectionHead id="followed" title={t("people.following.people")} />
      <ul className={styles.faces}>
        {people.map((person) => (
          <li key={person.id}>
            <Link className={styles.face} to={pathTo.peoplePerson({ lang, personId: person.id })}>
              <Avatar name={person.displayName} pictureUrl={person.pictureUrl} size="small" />
              <bdi>{person.displayName}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
