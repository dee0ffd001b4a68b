// Written by `balai types` from balai/site/routes.py. Not edited by hand.
import type { ScreenPayloads } from "./payloads";

export type ScreenName = keyof ScreenPayloads;

export interface Screen {
  name: ScreenName;
  /** For the browser's router: `/:lang/forum/:forumId`. */
  pattern: string;
  layout: "default" | "auth" | "admin";
  texts: readonly TextBundle[];
}

export type TextBundle = "account" | "admin" | "booking" | "editor" | "failures" | "forum" | "people" | "search" | "ticket" | "topics";

export const screens: readonly Screen[] = [
  { name: "home", pattern: "/:lang", layout: "default", texts: [] },
  { name: "about", pattern: "/:lang/about", layout: "default", texts: [] },
  { name: "contact", pattern: "/:lang/contact", layout: "default", texts: [] },
  { name: "page", pattern: "/:lang/pages/:slug", layout: "default", texts: [] },
  { name: "blog", pattern: "/:lang/blog", layout: "default", texts: [] },
  { name: "blog.new", pattern: "/:lang/blog/new", layout: "default", texts: ["admin", "editor"] },
  { name: "blog.article", pattern: "/:lang/blog/:blogId", layout: "default", texts: ["forum"] },
  { name: "blog.edit", pattern: "/:lang/blog/:blogId/edit", layout: "default", texts: ["admin", "editor"] },
  { name: "book", pattern: "/:lang/book", layout: "default", texts: ["booking"] },
  { name: "book.service", pattern: "/:lang/book/:serviceId", layout: "default", texts: ["booking"] },
  { name: "book.view", pattern: "/:lang/book/view/:bookId", layout: "default", texts: ["booking", "ticket"] },
  { name: "book.ticket", pattern: "/:lang/book/ticket/:link", layout: "default", texts: ["booking", "ticket"] },
  { name: "book.answer", pattern: "/:lang/book/view/answer", layout: "default", texts: ["booking", "ticket"] },
  { name: "forum", pattern: "/:lang/forum", layout: "default", texts: ["forum", "topics"] },
  { name: "forum.forum", pattern: "/:lang/forum/:forumId", layout: "default", texts: ["forum", "topics"] },
  { name: "topics", pattern: "/:lang/topics", layout: "default", texts: ["forum", "topics"] },
  { name: "forum.post", pattern: "/:lang/forum/:forumId/post/:postId", layout: "default", texts: ["forum"] },
  { name: "forum.history", pattern: "/:lang/forum/:forumId/post/:postId/history/:entryId", layout: "default", texts: ["forum"] },
  { name: "post.new", pattern: "/:lang/post/new", layout: "default", texts: ["forum", "editor", "topics"] },
  { name: "resources", pattern: "/:lang/resources", layout: "default", texts: ["search"] },
  { name: "search", pattern: "/:lang/search", layout: "default", texts: ["search"] },
  { name: "profile", pattern: "/:lang/profile", layout: "default", texts: ["account", "editor", "failures"] },
  { name: "profile.security", pattern: "/:lang/profile/security", layout: "default", texts: ["account", "failures"] },
  { name: "profile.bookmarks", pattern: "/:lang/profile/bookmarks", layout: "default", texts: ["account"] },
  { name: "notifications", pattern: "/:lang/notifications", layout: "default", texts: ["account"] },
  { name: "notifications.settings", pattern: "/:lang/notifications/settings", layout: "default", texts: ["account", "forum", "topics"] },
  { name: "unsubscribe", pattern: "/:lang/unsubscribe", layout: "default", texts: ["account"] },
  { name: "people", pattern: "/:lang/people", layout: "default", texts: ["people"] },
  { name: "people.following", pattern: "/:lang/people/following", layout: "default", texts: ["people"] },
  { name: "groups", pattern: "/:lang/groups", layout: "default", texts: ["people"] },
  { name: "group", pattern: "/:lang/groups/:groupSlug", layout: "default", texts: ["people"] },
  { name: "messages", pattern: "/:lang/messages", layout: "default", texts: ["people"] },
  { name: "messages.person", pattern: "/:lang/messages/:personId", layout: "default", texts: ["people", "forum", "editor"] },
  { name: "people.person", pattern: "/:lang/people/:personId", layout: "default", texts: ["people"] },
  { name: "day", pattern: "/:lang/day", layout: "default", texts: ["admin"] },
  { name: "day.report", pattern: "/:lang/day/report", layout: "default", texts: ["admin"] },
  { name: "day.check-in", pattern: "/:lang/day/check-in/:bookId", layout: "default", texts: ["admin"] },
  { name: "day.serving", pattern: "/:lang/day/serving", layout: "default", texts: ["admin"] },
  { name: "signin", pattern: "/:lang/signin", layout: "auth", texts: ["account"] },
  { name: "signup", pattern: "/:lang/signup", layout: "auth", texts: ["account"] },
  { name: "consent", pattern: "/:lang/consent", layout: "auth", texts: ["account"] },
  { name: "welcome", pattern: "/:lang/welcome", layout: "auth", texts: ["account"] },
  { name: "forget-password", pattern: "/:lang/forget-password", layout: "auth", texts: ["account"] },
  { name: "reset-password", pattern: "/:lang/reset-password", layout: "auth", texts: ["account"] },
  { name: "admin", pattern: "/:lang/admin", layout: "admin", texts: ["admin", "editor", "failures"] },
  { name: "admin.setup", pattern: "/:lang/admin/setup", layout: "admin", texts: ["admin", "editor", "failures", "account"] },
  { name: "admin.members", pattern: "/:lang/admin/members", layout: "admin", texts: ["admin", "editor", "failures", "account"] },
  { name: "admin.member", pattern: "/:lang/admin/members/:memberId", layout: "admin", texts: ["admin", "editor", "failures", "account"] },
  { name: "admin.groups", pattern: "/:lang/admin/groups", layout: "admin", texts: ["admin", "editor", "failures", "people"] },
  { name: "admin.group", pattern: "/:lang/admin/groups/:groupId", layout: "admin", texts: ["admin", "editor", "failures", "people"] },
  { name: "admin.log", pattern: "/:lang/admin/log", layout: "admin", texts: ["admin", "editor", "failures", "forum"] },
  { name: "admin.invitations", pattern: "/:lang/admin/invitations", layout: "admin", texts: ["admin", "editor", "failures", "account"] },
  { name: "admin.reports", pattern: "/:lang/admin/reports", layout: "admin", texts: ["admin", "editor", "failures", "forum", "editor"] },
  { name: "admin.barriers", pattern: "/:lang/admin/barriers", layout: "admin", texts: ["admin", "editor", "failures"] },
  { name: "admin.messages", pattern: "/:lang/admin/messages", layout: "admin", texts: ["admin", "editor", "failures", "account"] },
  { name: "admin.bookings", pattern: "/:lang/admin/bookings", layout: "admin", texts: ["admin", "editor", "failures", "booking", "ticket"] },
  { name: "admin.services", pattern: "/:lang/admin/services", layout: "admin", texts: ["admin", "editor", "failures", "booking", "ticket"] },
  { name: "admin.service", pattern: "/:lang/admin/services/:serviceId", layout: "admin", texts: ["admin", "editor", "failures", "booking", "ticket"] },
  { name: "admin.places", pattern: "/:lang/admin/places", layout: "admin", texts: ["admin", "editor", "failures"] },
  { name: "admin.place", pattern: "/:lang/admin/places/:placeId", layout: "admin", texts: ["admin", "editor", "failures", "booking"] },
  { name: "admin.resources", pattern: "/:lang/admin/resources", layout: "admin", texts: ["admin", "editor", "failures"] },
  { name: "admin.articles", pattern: "/:lang/admin/articles", layout: "admin", texts: ["admin", "editor", "failures"] },
  { name: "admin.pages", pattern: "/:lang/admin/pages", layout: "admin", texts: ["admin", "editor", "failures"] },
  { name: "admin.page", pattern: "/:lang/admin/pages/:pageId", layout: "admin", texts: ["admin", "editor", "failures"] },
  { name: "admin.forums", pattern: "/:lang/admin/forums", layout: "admin", texts: ["admin", "editor", "failures", "forum"] },
  { name: "admin.appearance", pattern: "/:lang/admin/appearance", layout: "admin", texts: ["admin", "editor", "failures"] },
  { name: "admin.menu", pattern: "/:lang/admin/menu", layout: "admin", texts: ["admin", "editor", "failures"] },
  { name: "admin.wording", pattern: "/:lang/admin/wording", layout: "admin", texts: ["admin", "editor", "failures", "account", "booking", "forum", "search", "ticket"] },
  { name: "admin.email", pattern: "/:lang/admin/email", layout: "admin", texts: ["admin", "editor", "failures", "account"] },
  { name: "admin.settings", pattern: "/:lang/admin/settings", layout: "admin", texts: ["admin", "editor", "failures"] },
  { name: "admin.hours", pattern: "/:lang/admin/hours", layout: "admin", texts: ["admin", "editor", "failures"] },
  { name: "admin.site", pattern: "/:lang/admin/site", layout: "admin", texts: ["admin", "editor", "failures"] },
];
