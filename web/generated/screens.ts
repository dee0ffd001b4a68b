// Written by `balai types` from balai/site/routes.py. Not edited by hand.
import type { ScreenPayloads } from "./payloads";

export type ScreenName = keyof ScreenPayloads;

export interface Screen {
  name: ScreenName;
  /** For the browser's router: `/:lang/forum/:forumId`. */
  pattern: string;
  layout: "default" | "auth";
}

export const screens: readonly Screen[] = [
  { name: "home", pattern: "/:lang", layout: "default" },
  { name: "about", pattern: "/:lang/about", layout: "default" },
  { name: "contact", pattern: "/:lang/contact", layout: "default" },
  { name: "blog", pattern: "/:lang/blog", layout: "default" },
  { name: "blog.new", pattern: "/:lang/blog/new", layout: "default" },
  { name: "blog.article", pattern: "/:lang/blog/:blogId", layout: "default" },
  { name: "blog.edit", pattern: "/:lang/blog/:blogId/edit", layout: "default" },
  { name: "book", pattern: "/:lang/book", layout: "default" },
  { name: "book.service", pattern: "/:lang/book/:serviceId", layout: "default" },
  { name: "book.view", pattern: "/:lang/book/view/:bookId", layout: "default" },
  { name: "forum", pattern: "/:lang/forum", layout: "default" },
  { name: "forum.forum", pattern: "/:lang/forum/:forumId", layout: "default" },
  { name: "forum.post", pattern: "/:lang/forum/:forumId/post/:postId", layout: "default" },
  { name: "forum.history", pattern: "/:lang/forum/:forumId/post/:postId/history/:entryId", layout: "default" },
  { name: "post.new", pattern: "/:lang/post/new", layout: "default" },
  { name: "resources", pattern: "/:lang/resources", layout: "default" },
  { name: "search", pattern: "/:lang/search", layout: "default" },
  { name: "profile", pattern: "/:lang/profile", layout: "default" },
  { name: "profile.security", pattern: "/:lang/profile/security", layout: "default" },
  { name: "notifications", pattern: "/:lang/notifications", layout: "default" },
  { name: "signin", pattern: "/:lang/signin", layout: "auth" },
  { name: "signup", pattern: "/:lang/signup", layout: "auth" },
  { name: "forget-password", pattern: "/:lang/forget-password", layout: "auth" },
  { name: "reset-password", pattern: "/:lang/reset-password", layout: "auth" },
  { name: "admin", pattern: "/:lang/admin", layout: "default" },
  { name: "admin.members", pattern: "/:lang/admin/members", layout: "default" },
  { name: "admin.member", pattern: "/:lang/admin/members/:memberId", layout: "default" },
  { name: "admin.invitations", pattern: "/:lang/admin/invitations", layout: "default" },
  { name: "admin.reports", pattern: "/:lang/admin/reports", layout: "default" },
  { name: "admin.messages", pattern: "/:lang/admin/messages", layout: "default" },
  { name: "admin.bookings", pattern: "/:lang/admin/bookings", layout: "default" },
  { name: "admin.services", pattern: "/:lang/admin/services", layout: "default" },
  { name: "admin.service", pattern: "/:lang/admin/services/:serviceId", layout: "default" },
  { name: "admin.resources", pattern: "/:lang/admin/resources", layout: "default" },
  { name: "admin.articles", pattern: "/:lang/admin/articles", layout: "default" },
  { name: "admin.forums", pattern: "/:lang/admin/forums", layout: "default" },
  { name: "admin.site", pattern: "/:lang/admin/site", layout: "default" },
];
