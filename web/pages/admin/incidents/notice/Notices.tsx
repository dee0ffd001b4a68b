import { useState } from "react";
import { LanguageTabs } from "../../../../components/fields/LanguageTabs";
import type { Incident, IncidentText } from "../../../../generated/payloads";
import { useLang } from "../../../../lib/context";
import { useTranslation } from "../../../../lib/texts";
import { Section } from "../Section";
import { NoticeForm } from "./NoticeForm";
import { Preview } from "./Preview";
import { Send } from "./Send";

interface Props {
  incident: Incident;
  notices: readonly IncidentText[];
}

/** The notice to the affected people: a text in each language, and the sending. */
export function Notices({ incident, notices }: Props) {
  const { t } = useTranslation();
  const own = useLang();
  const [chosen, setChosen] = useState(own);
  const [changed, setChanged] = useState<Readonly<Record<string, boolean>>>({});
  const shown = notices.find((one) => one.language === chosen) ?? notices[0];
  if (!shown) return null;
  const isFinal = incident.sentAt !== null || incident.closedAt !== null;
  return (
    <Section id="notice" title={t("admin.incident.notice")} lead={t("admin.incident.noticeLead")}>
      <LanguageTabs
        label={t("admin.incident.noticeLanguage")}
        languages={notices.map((one) => one.language)}
        chosen={shown.language}
        stateOf={(lang) => {
          const notice = notices.find((one) => one.language === lang);
          if (changed[lang]) return { text: t("admin.incident.notSaved"), tone: "bad" };
          if (notice?.isSaved) return { text: t("admin.incident.isSaved"), tone: "good" };
          return { text: t("admin.incident.isDraft"), tone: notice?.people ? "bad" : undefined };
        }}
        onChoose={setChosen}
      />
      {notices.map((notice) => (
        <div key={`${notice.language} ${notice.subject} ${notice.body}`} hidden={notice !== shown}>
          {isFinal ? (
            <Preview notice={notice} />
          ) : (
            <NoticeForm
              incident={incident.id}
              notice={notice}
              isForeign={notice.language !== own}
              onChange={(isChanged) => setChanged((all) => ({ ...all, [notice.language]: isChanged }))}
            />
          )}
        </div>
      ))}
      <Send incident={incident} notices={notices} hasUnsaved={Object.values(changed).some(Boolean)} />
    </Section>
  );
}
