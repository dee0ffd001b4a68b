import { useEffect, useState } from "react";
import { Link } from "react-router";
import { Avatar } from "../../components/Avatar";
import { TextField } from "../../components/fields/Field";
import { type FoundPerson, findPeople } from "../../lib/api/people/findPeople";
import { useTranslation } from "../../lib/texts";
import styles from "./Filters.module.css";

const PAUSE = 200;
const MAX_PEOPLE = 5;

interface Props {
  /** The same search for texts of one member. */
  to: (author: string) => string;
}

/** Finds an author by name, among the members whose name the reader may know. Each is a link. */
export function AuthorField({ to }: Props) {
  const { t } = useTranslation();
  const [words, setWords] = useState("");
  const people = useFound(words.trim());
  return (
    <div className={styles.author}>
      <TextField
        type="search"
        label={t("search.filter.author")}
        required={false}
        autoComplete="off"
        maxLength={80}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        // Enter would send the form, which has no field of this name.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <div role="status">
        {people?.length === 0 && <p className="soft small">{t("search.filter.noAuthor")}</p>}
        {people && people.length > 0 && (
          <ul className={styles.people}>
            {people.map((person) => (
              <li key={person.id}>
                <Link className={styles.person} to={to(person.id)}>
                  <Avatar name={person.display_name} pictureUrl={person.picture_url} size="small" />
                  <bdi>{person.display_name}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** Null until the first answer, and without words. */
function useFound(words: string): readonly FoundPerson[] | null {
  const [found, setFound] = useState<{ words: string; people: readonly FoundPerson[] } | null>(null);
  useEffect(() => {
    if (words === "") return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const people = await findPeople(words, undefined).catch(() => []);
      if (isCurrent) setFound({ words, people: people.slice(0, MAX_PEOPLE) });
    }, PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [words]);
  return words === "" ? null : (found?.people ?? null);
}
