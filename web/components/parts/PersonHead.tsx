import { Avatar } from "../Avatar";
import styles from "./PersonHead.module.css";

interface Props {
  person: { displayName: string; pictureUrl: string | null };
  /** Name of the page for screen readers. */
  area: string;
  about: string;
  facts: React.ReactNode;
  action: React.ReactNode;
}

/** The head of a page about one member: the picture over a band, name, words and facts. */
export function PersonHead({ person, area, about, facts, action }: Props) {
  return (
    <>
      <div className={`bleed bleed-top ${styles.band}`} />
      <header className={styles.head}>
        <Avatar name={person.displayName} pictureUrl={person.pictureUrl} size="huge" />
        <div className={styles.who}>
          <p className="visually-hidden">{area}</p>
          <h1>
            <bdi>{person.displayName}</bdi>
          </h1>
          {about && <p className={styles.about}>{about}</p>}
          <p className="facts">{facts}</p>
        </div>
        <div className={styles.acts}>{action}</div>
      </header>
    </>
  );
}
