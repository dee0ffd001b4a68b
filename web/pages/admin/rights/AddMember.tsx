import { useState } from "react";
import { Avatar } from "../../../components/Avatar";
import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { TextField } from "../../../components/fields/Field";
import { type FoundMember, findMembers, setGroupMember } from "../../../lib/api/rights/groups";
import { useVisitor } from "../../../lib/context";
import { useAction } from "../../../lib/requests/useAction";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import parts from "../parts/parts.module.css";
import styles from "./rights.module.css";

interface Props {
  group: string;
}

/** Finds members by name. Administrators put them into the group, leaders invite them. */
export function AddMember({ group }: Props) {
  const { t } = useTranslation();
  const isAdmin = useVisitor()?.isAdmin ?? false;
  const [words, setWords] = useState("");
  const [found, setFound] = useState<FoundMember[] | null>(null);
  const search = useAction(findMembers);
  const { run, isRunning } = useQuickAction();
  const act = isAdmin ? "admin.groups.put" : "admin.groups.invite";
  const handleSearch = async () => {
    if (words.trim() === "") return;
    const outcome = await search.run(words.trim());
    if (outcome && !outcome.failure) setFound(outcome.value);
  };
  const put = (member: string) =>
    run(
      () => setGroupMember(group, member, "member"),
      t(isAdmin ? "admin.groups.added" : "admin.groups.sent"),
      () => setGroupMember(group, member, null),
    );
  return (
    <section className={parts.sheet} aria-labelledby="add-member">
      <h2 id="add-member">{t(act)}</h2>
      <form
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault();
          handleSearch();
        }}
      >
        <TextField
          label={t("admin.groups.name")}
          type="search"
          required
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <Button type="submit" isBusy={search.isRunning}>
          {t("nav.search")}
        </Button>
      </form>
      <FailureNotice failure={search.failure} onRetry={handleSearch} />
      {found?.length === 0 && <p className="soft">{t("admin.members.empty")}</p>}
      {found && found.length > 0 && (
        <ul className="rows">
          {found.map((member) => (
            <li key={member.id} className={styles.person}>
              <Avatar name={member.display_name} pictureUrl={member.picture_url} size="small" />
              <bdi className={styles.who}>{member.display_name}</bdi>
              <Button
                size="small"
                isBusy={isRunning}
                aria-label={`${t(act)}: ${member.display_name}`}
                onClick={() => put(member.id)}
              >
                {t(act)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
