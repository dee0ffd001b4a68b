import { useState } from "react";
import { CheckField, SelectField } from "../../../components/fields/Field";
import type { AdminSitePayload } from "../../../generated/payloads";
import { HTML_LANG } from "../../../lib/i18n";
import { useTranslation } from "../../../lib/texts";
import { FormSection } from "../parts/FormSections";
import { SaveForm } from "../parts/SaveForm";
import { useSettingsForm } from "./useSettingsForm";

interface Props {
  data: AdminSitePayload;
}

/** Settings of contacts between members, and of articles. */
export function CommunitySettings({ data }: Props) {
  const { t } = useTranslation();
  const [hasDirectory, setDirectory] = useState(data.hasDirectory);
  const [hasMessages, setMessages] = useState(data.hasMessages);
  const [commentsForum, setCommentsForum] = useState(data.commentsForumId ?? "");
  const { saving, save } = useSettingsForm({
    has_directory: hasDirectory,
    has_messages: hasMessages,
    comments_forum_id: commentsForum || null,
  });
  return (
    <SaveForm action={saving} onSave={save} label={t("admin.community.save")}>
      <FormSection id="site-community" title={t("admin.community.title")}>
        <CheckField
          label={t("admin.community.directory")}
          hint={t("admin.community.directoryHint")}
          checked={hasDirectory}
          onChange={(event) => setDirectory(event.target.checked)}
        />
        <CheckField
          label={t("admin.community.messages")}
          hint={t("admin.community.messagesHint")}
          checked={hasMessages}
          onChange={(event) => setMessages(event.target.checked)}
        />
        <SelectField
          label={t("admin.community.comments")}
          hint={t("admin.community.commentsHint")}
          required={false}
          options={[
            { value: "", label: t("admin.community.commentsOff") },
            ...data.forums.map(({ id, name, language }) => ({ value: id, label: name, lang: HTML_LANG[language] })),
          ]}
          value={commentsForum}
          onChange={(event) => setCommentsForum(event.target.value)}
        />
      </FormSection>
    </SaveForm>
  );
}
