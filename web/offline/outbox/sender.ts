/**
 * Sends what waits in the outbox, one after the other in the order in which the user sent it. Loaded when something waits.
 *
 * A connection that fails leaves everything as it is for the next attempt. A rejected text stays, with the reason,
 * for its author to change or to delete, as does what has waited for too long: the thread has gone on without it.
 */
import { needsFactor } from "../../auth/session";
import { pathTo } from "../../generated/paths";
import { createPost, createReply, isHeld, replyNumber } from "../../lib/api/forum";
import { getText, loadPartTexts } from "../../lib/i18n";
import { findLang } from "../../lib/page";
import type { Failure } from "../../lib/requests/errors";
import { type Client, getSupabase } from "../../lib/requests/supabase";
import { type Outcome, write } from "../../lib/requests/write";
import { closeToast, showToast } from "../../lib/toasts";
import type { Router } from "../../router/navigation";
import {
  findWaiting,
  listWaiting,
  markSending,
  putWaiting,
  removeWaiting,
  type Waiting,
  whileHolding,
} from "./storage";

const MAX_AGE_MS = 14 * 24 * 3_600_000;
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 300_000;

let pause = FIRST_PAUSE_MS;
let timer: ReturnType<typeof setTimeout> | undefined;

/** One tab sends; the others find that it is being done. */
export async function sendWaiting(router: Router): Promise<void> {
  const isDone = await whileHolding("sender", () => sendAll(router));
  if (isDone === null) return;
  clearTimeout(timer);
  if (isDone) pause = FIRST_PAUSE_MS;
  else {
    timer = setTimeout(() => void sendWaiting(router), pause);
    pause = Math.min(pause * 2, MAX_PAUSE_MS);
  }
}

/** False if something has to be sent again later. */
async function sendAll(router: Router): Promise<boolean> {
  const { auth } = await getSupabase();
  followSignIns(auth, router);
  const { session } = (await auth.getSession()).data;
  if (!session || needsFactor(session)) return true;
  const owner = session.user.id;
  for (const { id, refusal } of listWaiting(owner)) {
    if (refusal !== null) continue;
    const isSettled = await whileHolding(id, () => sendOne(router, owner, id));
    if (isSettled === false) return false;
  }
  return true;
}

let isFollowing = false;

/** A session that had ended, or that could not be refreshed without a connection. */
function followSignIns(auth: Client["auth"], router: Router): void {
  if (isFollowing) return;
  isFollowing = true;
  auth.onAuthStateChange((event) => {
    // The client waits for its listeners, which may not call it.
    if (event === "SIGNED_IN" || event === "TOKEN_REFRESHED") setTimeout(() => void sendWaiting(router));
  });
}

/** False if it still waits. */
async function sendOne(router: Router, owner: string, id: string): Promise<boolean> {
  // Taken back in the meantime.
  const entry = findWaiting(owner, id);
  if (!entry || entry.refusal !== null) return true;
  if (Date.now() - entry.sentAt > MAX_AGE_MS) {
    await refuse(router, owner, entry, "forum.outbox.old");
    return true;
  }
  markSending(id, true);
  try {
    const { value, failure } = await send(entry);
    if (failure && isForLater(failure)) return false;
    if (failure) await refuse(router, owner, entry, failure.key);
    else {
      await deleteDraft(entry);
      removeWaiting(owner, id);
      await announceSent(router, entry, value);
    }
    return true;
  } finally {
    markSending(id, false);
  }
}

function send(entry: Waiting): Promise<Outcome<unknown>> {
  return entry.kind === "reply" ? createReply(entry) : createPost(entry);
}

function isForLater({ key, isRetryable }: Failure): boolean {
  return isRetryable || key === "error.session";
}

/** The server's draft of this very text, which could not be deleted without a connection. */
async function deleteDraft(entry: Waiting): Promise<void> {
  const place = entry.kind === "reply" ? `reply:${entry.postId}` : entry.place;
  await write((client) => client.from("drafts").delete().eq("place", place).eq("content->>id", entry.id));
}

async function refuse(router: Router, owner: string, entry: Waiting, key: string): Promise<void> {
  putWaiting(owner, { ...entry, refusal: key });
  const { lang, t } = await speak();
  const path = entry.kind === "reply" ? `${threadOf(entry, lang)}#reply-form` : pathTo.postNew({ lang });
  offer(router, path, { text: t("forum.outbox.refused"), label: t("forum.outbox.show"), tone: "error" });
}

async function announceSent(router: Router, entry: Waiting, value: unknown): Promise<void> {
  const { lang, t } = await speak();
  const thread = threadOf(entry, lang);
  const isReply = entry.kind === "reply";
  if (isReply && location.pathname === thread) void router.revalidate();
  if (isHeld(value)) {
    showToast(t("held.sent"));
    return;
  }
  const number = replyNumber(value);
  const path = isReply ? `${thread}?reply=${number}#reply-${number}` : thread;
  const text = t(isReply ? "forum.reply.sent" : "post.new.published");
  offer(router, path, { text, label: t("forum.outbox.show"), tone: "success" });
}

interface Offer {
  text: string;
  label: string;
  tone: "success" | "error";
}

function offer(router: Router, path: string, { text, label, tone }: Offer): void {
  const run = () => {
    closeToast(toast);
    void router.navigate(path);
  };
  const toast = showToast(text, { tone, life: tone === "error" ? null : 10_000, action: { label, run } });
}

type Lang = NonNullable<ReturnType<typeof findLang>>;

function threadOf(entry: Waiting, lang: Lang): string {
  if (entry.kind === "reply" && entry.article) return pathTo.blogArticle({ lang, blogId: entry.article });
  return pathTo.forumPost({ lang, forumId: entry.forum, postId: entry.kind === "reply" ? entry.postId : entry.id });
}

/** Any page may be shown, so the texts of the forum and of writing are loaded. */
async function speak() {
  const lang = findLang(location.pathname) ?? "en";
  await loadPartTexts(lang, "forum");
  await loadPartTexts(lang, "editor");
  return { lang, t: getText(lang) };
}
