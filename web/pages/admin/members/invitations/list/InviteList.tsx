import { useRef } from "react";
import { Button } from "../../../../../components/Button";
import { FailureNotice } from "../../../../../components/feedback/FailureNotice";
import { Notice } from "../../../../../components/feedback/Notice";
import { useLang } from "../../../../../lib/context";
import { useForm } from "../../../../../lib/forms/useForm";
import { isLang } from "../../../../../lib/page";
import { useRefresh } from "../../../../../lib/requests/useAction";
import { useTranslation } from "../../../../../lib/texts";
import { showToast } from "../../../../../lib/toasts";
import { saveBlob } from "../../../../../lib/uploads/saveFile";
import styles from "../../../parts/parts.module.css";
import { type Choices, checkJoinsAs, givenBy, JoinsAs, PLAIN } from "../JoinsAs";
import { LanguageField } from "../LanguageField";
import { Findings } from "./Findings";
import { useList } from "./useList";

interface Props extends Choices {
  sendsSms: boolean;
}

/** Invitations for all people of a CSV file: checked first, then sent together. */
export function InviteList({ sendsSms, ...choices }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const refresh = useRefresh();
  const chooser = useRef<HTMLInputElement>(null);
  const list = useList(sendsSms);
  const initial = { language: String(lang), ...PLAIN };
  const form = useForm(
    initial,
    (values) => ({ language: null, ...checkJoinsAs(values, choices) }),
    async (values) => {
      const { role_id, group_id } = givenBy(values, choices);
      const sent = await list.send({ role_id, group_id }, isLang(values.language) ? values.language : lang);
      if (sent === null) return;
      showToast(t("admin.invitations.listSent", { count: sent }), { tone: "success" });
      await refresh();
    },
  );
  const handleExample = () => {
    const rows = [
      [t("signin.email"), t("admin.invitations.name"), t("admin.invitations.listLanguage")],
      ["mai@example.org", "Nguyễn Thị Mai", "Tiếng Việt"],
      ["mei@example.org", "林美", "中文"],
    ];
    // The mark at the start tells spreadsheets the encoding.
    const text = `\ufeff${rows.map((cells) => cells.join(",")).join("\r\n")}\r\n`;
    saveBlob("invitations.csv", new Blob([text], { type: "text/csv" }));
  };
  return (
    <form ref={form.ref} className={styles.sheet} noValidate onSubmit={form.handleSubmit}>
      <h2>{t("admin.invitations.list")}</h2>
      <p className="soft">{t("admin.invitations.listText")}</p>
      <input
        ref={chooser}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        accept=".csv,.tsv,.txt,text/csv"
        aria-label={t("admin.invitations.listChoose")}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) list.choose(file);
          // The same file may be chosen again, once it is corrected.
          event.target.value = "";
        }}
      />
      <div className={styles.choices}>
        <Button isBusy={list.isChecking} onClick={() => chooser.current?.click()}>
          {t(list.people ? "admin.invitations.listOther" : "admin.invitations.listChoose")}
        </Button>
        <Button look="quiet" onClick={handleExample}>
          {t("admin.invitations.listExample")}
        </Button>
      </div>
      <div role="status" className={styles.list}>
        {list.problem && <Notice tone="bad">{t(`admin.invitations.listProblem.${list.problem}`)}</Notice>}
        {list.people && <Findings people={list.people} findings={list.findings} />}
      </div>
      <FailureNotice failure={list.failure} />
      {list.ready > 0 && (
        <>
          <LanguageField {...form.control("language")} hint={t("admin.invitations.listLanguageHint")} />
          <JoinsAs form={form} {...choices} />
          <Button type="submit" isBusy={list.isSending}>
            {t("admin.invitations.listSend", { count: list.ready })}
          </Button>
        </>
      )}
    </form>
  );
}
