import { useRef, useState } from "react";
import { askCaptchaCode, giveCaptchaCode } from "../../../auth/account";
import { checkEmail } from "../../../auth/accountRules";
import { Button } from "../../../components/Button";
import { EmailBotCheck } from "../../../components/botCheck/EmailBotCheck";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import type { Form } from "../../../lib/forms/useForm";
import type { Failure } from "../../../lib/requests/errors";
import styles from "../Account.module.css";

interface Props {
  form: Pick<Form<never>, "ref" | "handleSubmit">;
  failure: Failure | null;
  /** Label of the button. */
  submit: string;
  isBusy: boolean;
  /** The page is hydrated: before that, the browser would submit the form itself. */
  isReady: boolean;
  /** The account's identifier, for a code by email if the CAPTCHA fails. */
  who?: string;
  children: React.ReactNode;
}

/** The form around an account's fields: the error above them, the button below. */
export function AccountForm({ form, failure, submit, isBusy, isReady, who = "", children }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  // From the first failure on: a code that was asked for is not forgotten while the form is sent again.
  const [isStuck, setStuck] = useState(false);
  if (failure?.code === "captcha_failed" && !isStuck) setStuck(true);
  const handleProven = () => button.current?.form?.requestSubmit();
  return (
    <form ref={form.ref} className={styles.form} method="post" noValidate onSubmit={form.handleSubmit}>
      <FailureNotice failure={failure} />
      {children}
      {isStuck && checkEmail(who) === null && (
        <EmailBotCheck address={who.trim()} ask={askCaptchaCode} redeem={giveCaptchaCode} onProven={handleProven} />
      )}
      <Button ref={button} type="submit" look="primary" size="big" isWide isBusy={isBusy} disabled={!isReady}>
        {submit}
      </Button>
    </form>
  );
}
