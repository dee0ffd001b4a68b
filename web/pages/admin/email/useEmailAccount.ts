/** The form of the SMTP account: what it begins with, what is wrong, and the test that stores it. */
import { useEffect, useState } from "react";
import { useUnsaved } from "../../../lib/forms/unsaved";
import type { Failure } from "../../../lib/requests/errors";
import { useAction } from "../../../lib/requests/useAction";
import {
  type EmailAccount,
  removeEmailAccount,
  restoreEmailAccount,
  saveEmailAccount,
  showEmailAccount,
  testEmails,
} from "./emailAccount";
import { findProvider, PROVIDERS } from "./providers";

export interface EmailValues {
  /** A provider's name, or "other". */
  provider: string;
  host: string;
  port: string;
  security: "tls" | "starttls";
  username: string;
  password: string;
  sender: string;
}

const EMPTY: EmailValues = {
  provider: "Gmail",
  host: "",
  port: "465",
  security: "tls",
  username: "",
  password: "",
  sender: "",
};

export function useEmailAccount() {
  const [account, setAccount] = useState<EmailAccount | null>(null);
  const [loading, setLoading] = useState<Failure | null>(null);
  const [values, setValues] = useState(EMPTY);
  const [saved, setSaved] = useState(EMPTY);
  useUnsaved(JSON.stringify(values) !== JSON.stringify(saved));
  const [recipient, setRecipient] = useState<string | null>(null);
  const saving = useAction(saveEmailAccount);
  const testing = useAction(testEmails);
  const removing = useAction(removeEmailAccount);

  const take = (shown: EmailAccount): EmailValues => {
    setAccount(shown);
    const found = shown.source === "site" ? valuesOf(shown) : EMPTY;
    setSaved(found);
    return found;
  };
  const begin = (shown: EmailAccount) => {
    const found = take(shown);
    // The user may have begun before the answer came.
    setValues((before) => (before === EMPTY ? found : before));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; later the form is the truth.
  useEffect(() => {
    showEmailAccount().then(({ value, failure }) => (value ? begin(value) : setLoading(failure)));
  }, []);

  const save = async (): Promise<boolean> => {
    setRecipient(null);
    const provider = PROVIDERS.find(({ name }) => name === values.provider);
    const username = values.username.trim();
    const outcome = await saving.run({
      host: provider?.host ?? values.host.trim(),
      port: provider?.port ?? Number(values.port),
      isTls: provider?.isTls ?? values.security === "tls",
      username,
      sender: values.sender.trim() || username,
      password: values.password || null,
    });
    if (!outcome?.value) return false;
    setSaved(values);
    setRecipient(outcome.value.recipient);
    return true;
  };
  const test = async () => {
    setRecipient(null);
    const outcome = await testing.run();
    if (outcome?.value) setRecipient(outcome.value.recipient);
  };
  const remove = async () => {
    const outcome = await removing.run();
    if (outcome?.value) setValues(take(outcome.value));
    return Boolean(outcome?.value);
  };
  const restore = async () => {
    const outcome = await restoreEmailAccount();
    if (outcome.value) setValues(take(outcome.value));
    return outcome;
  };
  const isComplete =
    values.username.trim() !== "" &&
    (values.password !== "" || account?.hasPassword === true) &&
    (values.provider !== "other" || values.host.trim() !== "");
  return {
    account,
    loading,
    values,
    change: (changes: Partial<EmailValues>) => setValues((before) => ({ ...before, ...changes })),
    isComplete,
    recipient,
    save,
    test,
    remove,
    restore,
    isBusy: saving.isRunning || testing.isRunning || removing.isRunning,
    failure: saving.failure ?? testing.failure ?? removing.failure,
  };
}

export type EmailAccountForm = ReturnType<typeof useEmailAccount>;

function valuesOf({ host, port, isTls, username, sender }: EmailAccount): EmailValues {
  return {
    provider: findProvider(host)?.name ?? "other",
    host,
    port: String(port),
    security: isTls ? "tls" : "starttls",
    username,
    password: "",
    sender,
  };
}
