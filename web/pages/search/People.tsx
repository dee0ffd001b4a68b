import { Link } from "react-router";
import { Avatar } from "../../components/Avatar";
import { pathTo } from "../../generated/paths";
import type { SearchPayload, SearchPerson } from "../../generated/payloads";
import { addressWith } from "../../lib/address";
import { useLang, usePage } from "../../lib/context";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import styles from "./People.module.css";

const HEADING = "search-people";

/** The first members whose name has the words, and the way to the others. */
export function PeopleAmongResults({ data }: PageProps<SearchPayload>) {
  const { t } = useTranslation();
  const { path, query } = usePage();
  return (
    <section className={styles.section} aria-labelledby={HEADING}>
      <h2 id={HEADING} className={styles.heading}>
        {t("search.area.person")}
      </h2>
      <People people={data.people} isRow />
      {data.hasMorePeople && (
        <p>
          <Link to={addressWith(path, query, { after: null, order: null, kind: "person" })}>
            {t("search.allPeople")}
          </Link>
        </p>
      )}
    </section>
  );
}

interface PeopleProps {
  /** On a phone they are one scrolling row, so that the texts start on the first screen. */
  isRow?: boolean;
  people: readonly SearchPerson[];
}

/** Members as cards: the whole card is the link. */
export function People({ people, isRow = false }: PeopleProps) {
  const lang = useLang();
  return (
    <ul className={isRow ? `${styles.people} ${styles.row}` : styles.people}>
      {people.map(({ id, displayName, pictureUrl, about }) => (
        <li key={id} className={styles.person}>
          <Avatar name={displayName} pictureUrl={pictureUrl} size="medium" />
          <span className={styles.words}>
            <Link className={`stretched ${styles.name}`} to={pathTo.peoplePerson({ lang, personId: id })}>
              <bdi>{displayName}</bdi>
            </Link>
            {about && <span className={styles.about}>{about}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
