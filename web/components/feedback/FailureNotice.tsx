import type { Failure } from "../../lib/requests/errors";
import { useTranslation } from "../../lib/texts";
import { Button } from "../Button";
import { Notice } from "./Notice";

interface FailureNoticeProps {
  failure: Failure | null;
  /** Sends the same request again. Offered if that may help. */
  onRetry?: () => void;
}

/** Why a write failed. The input is kept, and after a connection error the user can retry. */
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
