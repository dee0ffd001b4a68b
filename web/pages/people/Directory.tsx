import { Form, Link } from "react-router";
import { Avatar } from "../../components/Avatar";
import { Button, ButtonLink } from "../../components/Button";
import { EmptyState } from "../../components/feedback/EmptyState";
import { ListState } from "../../components/feedback/ListState";
import { TextField } from "../../components/fields/Field";
import { Pager } from "../../components/Pager";
import { PageHead } from "../../components/parts/Heads";
import { LanguageTag } from "../../components/Tag";
import { pathTo } from "../../generated/paths";
import type { DirectoryPayload, DirectoryPerson } from "../../generated/payloads";
import { setListed } from "../../lib/api/profile";
import { useLang, useVisitor } from "../../lib/context";
import type { PageProps } from "../../lib/page";
import { useQuickAction } from "../../lib/requests/useQuickAction";
import { useTranslation } from "../../lib/texts";
import styles from "./people.module.css";

/** The members of the site, by name. */
export function Directory({ data }: PageProps<DirectoryPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { words } = data;
  const all = <ButtonLink to={pathTo.people({ lang })}>{t("people.all")}</ButtonLink>;
  return (
    <div className={styles.directory}>
      <PageHead title={t("people.title")} lead={t("people.lead")} />
      <Form
        className={styles.search}
        method="get"
        action={pathTo.people({ lang })}
        role="search"
        aria-label={t("people.find")}
      >
        <TextField
          key={words}
          name="q"
          type="search"
          label={t("people.find")}
          hint={t("people.findHint")}
          defaultValue={words}
          maxLength={80}
          required
        />
        <Button type="submit">{t("nav.search")}</Button>
      </Form>
      <OwnPlace isListed={data.isListed} />
      <ListState
        items={data.people}
        empty={
          <EmptyState
            title={words ? t("people.none", { words }) : t("people.empty")}
            action={words ? all : undefined}
          />
        }
        pager={<Pager next={data.next} />}
      >
        {(people) => (
          <ul className={styles.list}>
            {people.map((person) => (
              <Row key={person.id} person={person} />
            ))}
          </ul>
        )}
      </ListState>
    </div>
  );
}

function Row({ person }: { person: DirectoryPerson }) {
  const lang = useLang();
  return (
    <li className={styles.row}>
      <Avatar name={person.displayName} pictureUrl={person.pictureUrl} size="large" />
      <span className={styles.words}>
        <Link className={`stretched ${styles.link}`} to={pathTo.peoplePerson({ lang, personId: person.id })}>
          <bdi>{person.displayName}</bdi>
        </Link>
        {person.about && <span className={styles.excerpt}>{person.about}</span>}
        <span className="cluster">
          {person.languages.map((language) => (
            <LanguageTag key={language} language={language} />
          ))}
        </span>
      </span>
    </li>
  );
}

/** Whether one is in the list, and the way out or in. */
function OwnPlace({ isListed }: { isListed: boolean }) {
  const { t } = useTranslation();
  const visitor = useVisitor();
  const { run, isRunning } = useQuickAction();
  if (!visitor) return null;
  const handlePress = () =>
    run(() => setListed(visitor.id, !isListed), isListed ? t("people.left") : t("people.joined"));
  return (
    <p className={styles.mine}>
      <span>{isListed ? t("people.isListed") : t("people.isNotListed")}</span>
      <Button size="small" isBusy={isRunning} onClick={handlePress}>
        {isListed ? t("people.leave") : t("people.join")}
      </Button>
    </p>
  );
}
