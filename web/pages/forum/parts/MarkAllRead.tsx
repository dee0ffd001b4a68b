import { useRevalidator } from "react-router";
import { Button } from "../../../components/Button";
import { CheckIcon } from "../../../components/icons";
import { asFailed } from "../../../lib/requests/write";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import styles from "./MarkAllRead.module.css";

/** Takes the unread marks off every topic. */
export function MarkAllRead() {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const handleClick = async () => {
    const { failure } = await import("../../../realtime/unread").then(({ readAllTopics }) => readAllTopics(), asFailed);
    if (failure) showToast(t(failure.key), { tone: "error" });
    else revalidate();
  };
  return (
    <p className={styles.place}>
      <Button look="quiet" onClick={handleClick}>
        <CheckIcon size={18} />
        {t("forum.readAll")}
      </Button>
    </p>
  );
}
