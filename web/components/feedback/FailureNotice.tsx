import type { Failure } from "../../lib/requests/errors";
import { useTranslation } from "../../lib/texts";
import { Button } from "../Button";
import { Notice } from "./Notice";

interface FailureNoticeProps {
  failure: Failure | null;
  /** Sends the same thing again. Offered where that may help. */
  onRetry?: () => void;
}

/** Why a write did not go through. Nothing typed is lost, and a lost connection can be tried again. */
export function FailureNotice({ failure, onRetry }: FailureNoticeProps) {
  const { t } = useTranslation();
  if (!failure) return null;
  const retry = failure.isRetryable && onRetry && <Button onClick={onRetry}>{t("common.retry")}</Button>;
  return (
    <Notice tone="bad" isAlert action={retry}>
      {t(failure.key, failure.values)}
    </Notice>
  );
}
