import { Button } from "../../../../components/Button";
import { FailureNotice } from "../../../../components/feedback/FailureNotice";
import { Notice } from "../../../../components/feedback/Notice";
import { SelectField, TextArea } from "../../../../components/fields/Field";
import { pathTo } from "../../../../generated/paths";
import { useLang } from "../../../../lib/context";
import { useForm } from "../../../../lib/forms/useForm";
import { useAction, useRefresh } from "../../../../lib/requests/useAction";
import { useTranslation } from "../../../../lib/texts";
import { showToast } from "../../../../lib/toasts";
import styles from "./Requests.module.css";
import { fileRequest, KINDS, type Kind, MAX_WORDS } from "./requests";

interface Props {
  /** Days until the request is due. */
  days: number;
  /** The kinds of which one is open: there is one of each at most. */
  open: readonly Kind[];
  onDone: () => void;
}

/** A new request. First the ways in which members do the same themselves, at once. */
export function RequestForm({ days, open, onDone }: Props) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const { run, isRunning, failure } = useAction(fileRequest);
  const first = KINDS.find((kind) => !open.includes(kind)) ?? "access";
  const form = useForm({ kind: String(first), message: "" }, check, async (values) => {
    const outcome = await run(kindOf(values.kind), values.message.trim());
    if (!outcome || outcome.failure) return;
    showToast(t("profile.requests.filed"), { tone: "success" });
    await refresh();
    onDone();
  });
  const kind = kindOf(form.values.kind);
  return (
    <form
      ref={form.ref}
      className={styles.form}
      aria-label={t("profile.requests.new")}
      noValidate
      onSubmit={form.handleSubmit}
    >
      <SelectField
        {...form.control("kind")}
        error={open.includes(kind) ? t("profile.requests.error.open") : null}
        label={t("profile.requests.what")}
        options={KINDS.map((one) => ({ value: one, label: t(`profile.requests.kind.${one}`) }))}
      />
      <Faster kind={kind} />
      <TextArea
        {...form.control("message")}
        label={t("profile.requests.message")}
        hint={t("profile.requests.messageHint", { count: days })}
        required
        rows={5}
      />
      <FailureNotice failure={failure} />
      <div className="cluster">
        <Button type="submit" look="primary" isBusy={isRunning} aria-disabled={open.includes(kind) || undefined}>
          {t("profile.requests.send")}
        </Button>
        <Button look="quiet" onClick={onDone}>
          {t("common.cancel")}
        </Button>
      </div>
    </form>
  );
}

function Faster({ kind }: { kind: Kind }) {
  const { t } = useTranslation();
  const lang = useLang();
  const ways: Record<Kind, string> = {
    access: "#data",
    portability: "#data",
    erasure: "#leave",
    correction: pathTo.profile({ lang }),
    consent: pathTo.consent({ lang }),
  };
  return (
    <Notice>
      {t(`profile.requests.faster.${kind}`)} <a href={ways[kind]}>{t(`profile.requests.fasterLink.${kind}`)}</a>
    </Notice>
  );
}

function kindOf(value: string): Kind {
  return KINDS.find((kind) => kind === value) ?? "access";
}

function check({ message = "" }: { message: string }) {
  const length = [...message.trim()].length;
  return { message: length === 0 ? "error.missing" : length > MAX_WORDS ? "error.tooLong" : null };
}
