/** The rights in a forum. The database decides who may set and open them. */
import { asJson, type Outcome, write } from "../../requests/write";
import { refusalReader } from "./refusals";

const readRefusal = refusalReader({
  two_levels: "admin.access.error.levels",
  comments_of_group: "admin.access.error.comments",
});

export interface AreaAccess {
  forum: string;
  /** Null: access is not limited. */
  rights: { group: string | null; rights: string[] }[] | null;
  owner: string | null;
  above: string | null;
  is_confidential: boolean;
}

export function setAreaAccess({ rights, ...access }: AreaAccess): Promise<Outcome<unknown>> {
  return write(
    (supabase) => supabase.rpc("set_area_rights", { ...access, rights: rights && asJson(rights) }),
    readRefusal,
  );
}

/** Opens a confidential forum for reading, for an hour. The reason stands in the staff log. */
export function openConfidential(forum: string, reason: string): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.rpc("open_confidential_area", { forum, reason }));
}
