import { useNavigate } from "react-router";
import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { SelectField, TextField } from "../../../components/fields/Field";
import { pathTo } from "../../../generated/paths";
import { makeInvitation } from "../../../lib/api/members";
import { useLang } from "../../../lib/context";
import { useForm } from "../../../lib/forms/useForm";
import { isLang } from "../../../lib/page";
import { useAction } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import styles from "../parts/parts.module.css";
import { LanguageField } from "./LanguageField";

const MAX_USES = 10_000;

/** A link, and a picture of it, for a poster or a group. One that makes administrators is good once. */
export function InviteByLink() {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const { run, isRunning, failure } = useAction(makeInvitation);
  const initial = { note: "", language: String(lang), role: "member", uses: "" };
  const check = ({ uses }: { uses: string }) => ({
    uses: uses.trim() && !(/^\d+$/.test(uses.trim()) && isWithin(Number(uses))) ? "admin.invitations.usesWrong" : null,
  });
  const form = useForm(initial, check, async ({ note, language, role, uses }) => {
    const makes_administrator = role === "administrator";
    const max_uses = makes_administrator ? 1 : uses.trim() ? Number(uses) : null;
    const chosen = isLang(language) ? language : lang;
    const outcome = await run({ note: note.trim(), language: chosen, makes_administrator, max_uses });
    if (!outcome?.value) return;
    form.reset(initial);
    navigate(pathTo.adminInvitations({ lang }, { show: outcome.value.id }));
  });
  const roles = ["member", "administrator"].map((value) => ({ value, label: t(`admin.invitations.role.${value}`) }));
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
      <SelectField {...form.control("role")} label={t("admin.invitations.role")} options={roles} />
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
