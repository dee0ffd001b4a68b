import { useNavigate } from "react-router";
import { NewItemsBar } from "../../../components/feedback/NewItemsBar";
import { useLang } from "../../../lib/context";
import { separatorIn } from "../../../lib/format/format";
import { useTranslation } from "../../../lib/texts";
import styles from "./thread.module.css";

interface Props {
  count: number;
  /** The first of them. */
  to: string;
}

/** Replies that have come and are not shown, to be shown on demand. */
export function WaitingReplies({ count, to }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (count === 0) return null;
  return <NewItemsBar text={t("forum.live.new", { count })} onShow={() => navigate(to)} />;
}

/** Names of users who are typing. Its line is always present, so that nothing moves. */
export function Writers({ names }: { names: string[] }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <p className={styles.writers} data-testid="writers">
      {names.length > 0 && t("forum.live.writing", { count: names.length, names: names.join(separatorIn(lang)) })}
    </p>
  );
}
