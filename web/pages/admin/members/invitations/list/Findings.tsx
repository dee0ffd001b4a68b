import { Notice } from "../../../../../components/feedback/Notice";
import type { ListFinding } from "../../../../../lib/api/members";
import { useTranslation } from "../../../../../lib/texts";
import styles from "../../members.module.css";
import type { ListedPerson } from "./readList";
import { isError } from "./useList";

const MAX_SHOWN = 50;

interface Props {
  people: readonly ListedPerson[];
  findings: readonly ListFinding[];
}

/** The result of the check: wrong rows, or how many are invited and which are passed over. */
export function Findings({ people, findings }: Props) {
  const { t } = useTranslation();
  const wrong = findings.filter(isError);
  const shown = wrong.length > 0 ? wrong : findings;
  const ready = people.length - findings.length;
  return (
    <>
      {wrong.length > 0 ? (
        <Notice tone="bad">{t("admin.invitations.listWrong", { count: wrong.length })}</Notice>
      ) : (
        <Notice tone={ready > 0 ? "good" : "note"}>
          {ready > 0 ? t("admin.invitations.listReady", { count: ready }) : t("admin.invitations.listNone")}
        </Notice>
      )}
      {shown.length > 0 && (
        <>
          {wrong.length === 0 && <p className="soft">{t("admin.invitations.listPassed", { count: shown.length })}</p>}
          <ul className={styles.plain}>
            {shown.slice(0, MAX_SHOWN).map(({ number, finding }) => {
              const person = people[number - 1];
              return (
                <li key={number} className={styles.what}>
                  <span>
                    {t("admin.invitations.listRow", { number: person?.line ?? number })}{" "}
                    <bdi>{person?.address || person?.note}</bdi>
                  </span>
                  <span className="soft small">{t(`admin.invitations.listFinding.${finding}`)}</span>
                </li>
              );
            })}
          </ul>
          {shown.length > MAX_SHOWN && (
            <p className="soft small">{t("admin.invitations.listMore", { count: shown.length - MAX_SHOWN })}</p>
          )}
        </>
      )}
    </>
  );
}
