// Written by `balai types` from balai/site/routes.py. Not edited by hand.
import type { ComponentType } from "react";
import type { ScreenName } from "./screens";

type Load = () => Promise<ComponentType<{ data: never }>>;

/** Loads a screen's page, by the screen's name. */
export const pages: Readonly<Record<ScreenName, Load>> = {
  home: () => import("../pages/site/Home").then((module) => module.Home),
  about: () => import("../pages/site/About").then((module) => module.About),
  contact: () => import("../pages/site/Contact").then((module) => module.Contact),
  blog: () => import("../pages/blog/Blog").then((module) => module.Blog),
  "blog.new": () => import("../pages/blog/editor/Write").then((module) => module.Write),
  "blog.article": () => import("../pages/blog/Article").then((module) => module.Article),
  "blog.edit": () => import("../pages/blog/editor/Write").then((module) => module.Write),
  book: () => import("../pages/booking/Book").then((module) => module.Book),
  "book.service": () => import("../pages/booking/Service").then((module) => module.Service),
  "book.view": () => import("../pages/booking/View").then((module) => module.View),
  forum: () => import("../pages/forum/Forums").then((module) => module.Forums),
  "forum.forum": () => import("../pages/forum/Forum").then((module) => module.Forum),
  "forum.post": () => import("../pages/forum/Post").then((module) => module.Post),
  "forum.history": () => import("../pages/forum/History").then((module) => module.History),
  "post.new": () => import("../pages/forum/write/NewPost").then((module) => module.NewPost),
  resources: () => import("../pages/resources/Resources").then((module) => module.Resources),
  search: () => import("../pages/search/Search").then((module) => module.Search),
  profile: () => import("../pages/profile/Profile").then((module) => module.Profile),
  "profile.security": () => import("../pages/profile/security/Security").then((module) => module.Security),
  notifications: () => import("../pages/profile/Notifications").then((module) => module.Notifications),
  signin: () => import("../pages/account/SignIn").then((module) => module.SignIn),
  signup: () => import("../pages/account/SignUp").then((module) => module.SignUp),
  "forget-password": () => import("../pages/account/ForgetPassword").then((module) => module.ForgetPassword),
  "reset-password": () => import("../pages/account/ResetPassword").then((module) => module.ResetPassword),
  admin: () => import("../pages/admin/Overview").then((module) => module.Overview),
  "admin.members": () => import("../pages/admin/Members").then((module) => module.Members),
  "admin.member": () => import("../pages/admin/Member").then((module) => module.Member),
  "admin.invitations": () => import("../pages/admin/Invitations").then((module) => module.Invitations),
  "admin.reports": () => import("../pages/admin/Reports").then((module) => module.Reports),
  "admin.messages": () => import("../pages/admin/Messages").then((module) => module.Messages),
  "admin.bookings": () => import("../pages/admin/Bookings").then((module) => module.Bookings),
  "admin.services": () => import("../pages/admin/services/Services").then((module) => module.Services),
  "admin.service": () => import("../pages/admin/services/Service").then((module) => module.Service),
  "admin.resources": () => import("../pages/admin/Resources").then((module) => module.Resources),
  "admin.articles": () => import("../pages/admin/Articles").then((module) => module.Articles),
  "admin.forums": () => import("../pages/admin/Forums").then((module) => module.Forums),
  "admin.site": () => import("../pages/admin/Site").then((module) => module.Site),
};
