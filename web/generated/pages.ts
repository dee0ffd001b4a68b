// Written by `balai types` from balai/site/routes.py. Not edited by hand.
import type { ComponentType } from "react";
import type { ScreenName } from "./screens";

type Load = () => Promise<ComponentType<{ data: never }>>;

/** Loads a screen's page, by the screen's name. */
export const pages: Readonly<Record<ScreenName, Load>> = {
  home: () => import("../pages/site").then((module) => module.Home),
  about: () => import("../pages/site").then((module) => module.About),
  contact: () => import("../pages/site").then((module) => module.Contact),
  blog: () => import("../pages/blog").then((module) => module.Blog),
  "blog.new": () => import("../pages/blog/editor").then((module) => module.Edit),
  "blog.article": () => import("../pages/blog").then((module) => module.Article),
  "blog.edit": () => import("../pages/blog/editor").then((module) => module.Edit),
  book: () => import("../pages/booking").then((module) => module.Book),
  "book.service": () => import("../pages/booking").then((module) => module.Service),
  "book.view": () => import("../pages/booking").then((module) => module.View),
  forum: () => import("../pages/forum").then((module) => module.Forums),
  "forum.forum": () => import("../pages/forum").then((module) => module.Forum),
  "forum.post": () => import("../pages/forum").then((module) => module.Post),
  "forum.history": () => import("../pages/forum").then((module) => module.History),
  "post.new": () => import("../pages/forum/write").then((module) => module.NewPost),
  resources: () => import("../pages/resources").then((module) => module.Resources),
  search: () => import("../pages/search").then((module) => module.Search),
  profile: () => import("../pages/profile").then((module) => module.Profile),
  "profile.security": () => import("../pages/profile/security").then((module) => module.Security),
  notifications: () => import("../pages/profile").then((module) => module.Notifications),
  signin: () => import("../pages/account").then((module) => module.SignIn),
  signup: () => import("../pages/account").then((module) => module.SignUp),
  "forget-password": () => import("../pages/account").then((module) => module.ForgetPassword),
  "reset-password": () => import("../pages/account").then((module) => module.ResetPassword),
  admin: () => import("../pages/admin").then((module) => module.Overview),
  "admin.members": () => import("../pages/admin").then((module) => module.Members),
  "admin.member": () => import("../pages/admin").then((module) => module.Member),
  "admin.invitations": () => import("../pages/admin").then((module) => module.Invitations),
  "admin.reports": () => import("../pages/admin").then((module) => module.Reports),
  "admin.messages": () => import("../pages/admin").then((module) => module.Messages),
  "admin.bookings": () => import("../pages/admin").then((module) => module.Bookings),
  "admin.services": () => import("../pages/admin").then((module) => module.Services),
  "admin.service": () => import("../pages/admin").then((module) => module.Service),
  "admin.resources": () => import("../pages/admin").then((module) => module.Resources),
  "admin.articles": () => import("../pages/admin").then((module) => module.Articles),
  "admin.forums": () => import("../pages/admin").then((module) => module.Forums),
  "admin.appearance": () => import("../pages/admin/appearance").then((module) => module.Appearance),
  "admin.site": () => import("../pages/admin").then((module) => module.Site),
};
