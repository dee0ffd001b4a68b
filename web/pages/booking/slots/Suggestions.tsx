import { ButtonLink } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import type { BookServicePayload } from "../../../generated/payloads";
import { useTranslation } from "../../../lib/texts";
import { useChoice, WITHIN } from "./choice";
import styles from "./Suggestions.module.css";

interface Props {
  data: BookServicePayload;
}

/** The next free times, where what was wished for is not to be had. */
export function Suggestions({ data }: Props) {
  const { t } = useTranslation();
  const choose = useChoice();
  if (data.suggestions.length === 0) return null;
  return (
    <div className={styles.suggestions}>
      <h3 className={styles.title}>{t("book.service.suggestions")}</h3>
      <ul className={styles.list}>
        {data.suggestions.map(({ startsAt }) => (
          <li key={startsAt}>
            <ButtonLink to={choose({ at: startsAt, from: null })} {...WITHIN}>
              <DateTime value={startsAt} timeZone={data.service.timeZone} format="dayTime" />
            </ButtonLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
