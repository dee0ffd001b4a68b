import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { Button, ButtonLink } from "../../../components/Button";
import { BotCheckFallback } from "../../../components/botCheck/BotCheckFallback";
import { Notice } from "../../../components/feedback/Notice";
import { pathTo } from "../../../generated/paths";
import { useLang } from "../../../lib/context";
import { formatMoment } from "../../../lib/format/format";
import { useTimeZone } from "../../../lib/format/useTimeZone";
import { type Failure, SESSION_OVER } from "../../../lib/requests/errors";
import { useTranslation } from "../../../lib/texts";
import { useCurrentPath } from "./useCurrentPath";

interface Props {
  failure: Failure | null;
  /** How many characters the text needs, where the failure speaks of it. */
  min?: number;
  onRetry: () => void;
}

/** Why it was not sent, that nothing is lost, and what to do next: try again, or sign in again. */
export function WriteFailure({ failure, min, onRetry }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const here = useCurrentPath();
  const { pathname } = useLocation();
  const timeZone = useTimeZone();
  const shown = useRef<HTMLDivElement>(null);
  // Below a long text it can be out of sight.
  useEffect(() => {
    if (failure) shown.current?.scrollIntoView({ block: "nearest" });
  }, [failure]);
  if (!failure) return null;
  const isMoment = failure.hint?.includes("T");
  const hint = {
    seconds: isMoment ? undefined : failure.hint,
    when: isMoment && failure.hint ? formatMoment(lang, failure.hint, timeZone) : undefined,
  };
  const next =
    (failure.key === SESSION_OVER && (
      <ButtonLink to={pathTo.signin({ lang }, { next: here })}>{t("forum.write.signIn")}</ButtonLink>
    )) ||
    // The hint is the number of the last reply.
    (failure.key === "forum.error.in_row" && failure.hint && (
      <ButtonLink to={`${pathname}?reply=${failure.hint}#reply-${failure.hint}`}>
        {t("forum.write.lastReply")}
      </ButtonLink>
    ));
  const retry = failure.isRetryable && <Button onClick={onRetry}>{t("forum.write.retry")}</Button>;
  return (
    <div ref={shown}>
      <Notice tone="bad" isAlert action={next || retry}>
        {t(failure.key, { min, ...hint })} {t("forum.write.kept")}
      </Notice>
      <BotCheckFallback failure={failure} onProven={onRetry} />
    </div>
  );
}
