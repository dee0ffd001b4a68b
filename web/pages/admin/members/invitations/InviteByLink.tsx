import { useNavigate } from "react-router";
import { Button } from "../../../../components/Button";
import { FailureNotice } from "../../../../components/feedback/FailureNotice";
import { TextField } from "../../../../components/fields/Field";
import { pathTo } from "../../../../generated/paths";
import { makeInvitation } from "../../../../lib/api/members";
import { useLang } from "../../../../lib/context";
import { useForm } from "../../../../lib/forms/useForm";
import { isLang } from "../../../../lib/page";
import { useAction } from "../../../../lib/requests/useAction";
import { useTranslation } from "../../../../lib/texts";
import styles from "../../parts/parts.module.css";
import { type Choices, checkJoinsAs, givenBy, JoinsAs, PLAIN } from "./JoinsAs";
import { LanguageField } from "./LanguageField";

const MAX_USES = 10_000;

/** A link, and a picture of it, for a poster or a group. One that gives rights is good once. */
export function InviteByLink(choices: Choices) {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const { run, isRunning, failure } = useAction(makeInvitation);
  const initial = { note: "", language: String(lang), ...PLAIN, uses: "" };
  const check = ({ uses, ...values }: typeof initial) => ({
    ...checkJoinsAs(values, choices),
    uses: uses.trim() && !(/^\d+$/.test(uses.trim()) && isWithin(Number(uses))) ? "admin.invitations.usesWrong" : null,
  });
  const form = useForm(initial, check, async ({ note, language, uses, ...values }) => {
    const given = givenBy(values, choices);
    const max_uses = values.role !== "member" ? 1 : uses.trim() ? Number(uses) : null;
    const chosen = isLang(language) ? language : lang;
    const outcome = await run({ note: note.trim(), language: chosen, ...given, max_uses });
    if (!outcome?.value) return;
    form.reset(initial);
    navigate(pathTo.adminInvitations({ lang }, { show: outcome.value.id }));
  });
  return (
    <form ref={form.ref} className={styles.sheet} noValidate onSubmit={form.handleSubmit}>
      <h2>{t("admin.invitations.byLink")}</h2>
      <TextField
        {...form.control("note")}
        label={t("admin.invitations.note")}
        hint={t("admin.invitations.noteHint")}
        maxLength={200}
      />
      <LanguageField {...form.control("language")} />
      <JoinsAs form={form} {...choices} hasAdministrator />
      {form.values.role === "member" && (
        <TextField
          {...form.control("uses")}
          label={t("admin.invitations.uses")}
          hint={t("admin.invitations.usesHint")}
          inputMode="numeric"
        />
      )}
      <FailureNotice failure={failure} />
      <Button type="submit" isBusy={isRunning}>
        {t("admin.invitations.make")}
      </Button>
    </form>
  );
}

const isWithin = (uses: number) => uses >= 1 && uses <= MAX_USES;
