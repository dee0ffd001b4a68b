import { PageHead } from "../../../components/parts/Heads";
import type { ForumNewPostPayload } from "../../../generated/payloads";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { Column } from "../parts/Column";
import { Crumbs } from "../parts/Crumbs";
import { NoForums } from "../parts/NoForums";
import { usePostDraft } from "./drafts/usePostDraft";
import { PostForm } from "./PostForm";

/** The form for a new post. Guests may write; publishing asks them to sign in and returns to the text. */
export function NewPost({ data }: PageProps<ForumNewPostPayload>) {
  const { t } = useTranslation();
  const chosen = data.forums.find((forum) => forum.slug === data.chosen);
  const draft = usePostDraft(chosen?.id ?? null, data.chosen);
  return (
    <Column>
      <div>
        <Crumbs forum={chosen} />
        <PageHead title={t("post.new.title")} lead={t("forum.description")} />
      </div>
      {data.forums.length === 0 ? <NoForums /> : <PostForm draft={draft} forums={data.forums} />}
    </Column>
  );
}
