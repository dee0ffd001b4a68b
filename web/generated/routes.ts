// Written by `balai types` from balai/site/routes.py. Not edited by hand.
import type { Lang, ScreenRoute } from "../lib/page";

export const routes: readonly ScreenRoute[] = [
  {
    name: "home",
    path: "/",
    layout: "default",
    page: () => import("../pages/home/Home").then((module) => module.Home),
  },
  {
    name: "about",
    path: "/about",
    layout: "default",
    page: () => import("../pages/about/About").then((module) => module.About),
  },
  {
    name: "contact",
    path: "/contact",
    layout: "default",
    page: () => import("../pages/contact/Contact").then((module) => module.Contact),
  },
  {
    name: "blog",
    path: "/blog",
    layout: "default",
    page: () => import("../pages/blog/Blog").then((module) => module.Blog),
  },
  {
    name: "blog.new",
    path: "/blog/new",
    layout: "default",
    page: () => import("../pages/blog/Write").then((module) => module.Write),
  },
  {
    name: "blog.article",
    path: "/blog/:blogId",
    layout: "default",
    page: () => import("../pages/blog/Article").then((module) => module.Article),
  },
  {
    name: "blog.edit",
    path: "/blog/:blogId/edit",
    layout: "default",
    page: () => import("../pages/blog/Write").then((module) => module.Write),
  },
  {
    name: "book",
    path: "/book",
    layout: "default",
    page: () => import("../pages/book/Book").then((module) => module.Book),
  },
  {
    name: "book.service",
    path: "/book/:serviceId",
    layout: "default",
    page: () => import("../pages/book/Service").then((module) => module.Service),
  },
  {
    name: "book.view",
    path: "/book/view/:bookId",
    layout: "default",
    page: () => import("../pages/book/View").then((module) => module.View),
  },
  {
    name: "forum",
    path: "/forum",
    layout: "default",
    page: () => import("../pages/forum/Forums").then((module) => module.Forums),
  },
  {
    name: "forum.forum",
    path: "/forum/:forumId",
    layout: "default",
    page: () => import("../pages/forum/Forum").then((module) => module.Forum),
  },
  {
    name: "forum.post",
    path: "/forum/:forumId/post/:postId",
    layout: "default",
    page: () => import("../pages/forum/Post").then((module) => module.Post),
  },
  {
    name: "forum.history",
    path: "/forum/:forumId/post/:postId/history/:entryId",
    layout: "default",
    page: () => import("../pages/forum/History").then((module) => module.History),
  },
  {
    name: "post.new",
    path: "/post/new",
    layout: "default",
    page: () => import("../pages/forum/NewPost").then((module) => module.NewPost),
  },
  {
    name: "resources",
    path: "/resources",
    layout: "default",
    page: () => import("../pages/resources/Resources").then((module) => module.Resources),
  },
  {
    name: "search",
    path: "/search",
    layout: "default",
    page: () => import("../pages/search/Search").then((module) => module.Search),
  },
  {
    name: "profile",
    path: "/profile",
    layout: "default",
    page: () => import("../pages/profile/Profile").then((module) => module.Profile),
  },
  {
    name: "profile.security",
    path: "/profile/security",
    layout: "default",
    page: () => import("../pages/profile/Security").then((module) => module.Security),
  },
  {
    name: "notifications",
    path: "/notifications",
    layout: "default",
    page: () => import("../pages/notifications/Notifications").then((module) => module.Notifications),
  },
  {
    name: "signin",
    path: "/signin",
    layout: "auth",
    page: () => import("../pages/account/SignIn").then((module) => module.SignIn),
  },
  {
    name: "signup",
    path: "/signup",
    layout: "auth",
    page: () => import("../pages/account/SignUp").then((module) => module.SignUp),
  },
  {
    name: "forget-password",
    path: "/forget-password",
    layout: "auth",
    page: () => import("../pages/account/ForgetPassword").then((module) => module.ForgetPassword),
  },
  {
    name: "reset-password",
    path: "/reset-password",
    layout: "auth",
    page: () => import("../pages/account/ResetPassword").then((module) => module.ResetPassword),
  },
  {
    name: "admin",
    path: "/admin",
    layout: "default",
    page: () => import("../pages/admin/Overview").then((module) => module.Overview),
  },
  {
    name: "admin.members",
    path: "/admin/members",
    layout: "default",
    page: () => import("../pages/admin/Members").then((module) => module.Members),
  },
  {
    name: "admin.member",
    path: "/admin/members/:memberId",
    layout: "default",
    page: () => import("../pages/admin/Member").then((module) => module.Member),
  },
  {
    name: "admin.invitations",
    path: "/admin/invitations",
    layout: "default",
    page: () => import("../pages/admin/Invitations").then((module) => module.Invitations),
  },
  {
    name: "admin.reports",
    path: "/admin/reports",
    layout: "default",
    page: () => import("../pages/admin/Reports").then((module) => module.Reports),
  },
  {
    name: "admin.messages",
    path: "/admin/messages",
    layout: "default",
    page: () => import("../pages/admin/Messages").then((module) => module.Messages),
  },
  {
    name: "admin.bookings",
    path: "/admin/bookings",
    layout: "default",
    page: () => import("../pages/admin/Bookings").then((module) => module.Bookings),
  },
  {
    name: "admin.services",
    path: "/admin/services",
    layout: "default",
    page: () => import("../pages/admin/Services").then((module) => module.Services),
  },
  {
    name: "admin.service",
    path: "/admin/services/:serviceId",
    layout: "default",
    page: () => import("../pages/admin/Service").then((module) => module.Service),
  },
  {
    name: "admin.resources",
    path: "/admin/resources",
    layout: "default",
    page: () => import("../pages/admin/Resources").then((module) => module.Resources),
  },
  {
    name: "admin.articles",
    path: "/admin/articles",
    layout: "default",
    page: () => import("../pages/admin/Articles").then((module) => module.Articles),
  },
  {
    name: "admin.forums",
    path: "/admin/forums",
    layout: "default",
    page: () => import("../pages/admin/Forums").then((module) => module.Forums),
  },
  {
    name: "admin.site",
    path: "/admin/site",
    layout: "default",
    page: () => import("../pages/admin/Site").then((module) => module.Site),
  },
];

type Query = Readonly<Record<string, string | null | undefined>>;

function withQuery(path: string, query?: Query): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value != null && value !== "");
  const text = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value ?? "")}`).join("&");
  return text ? `${path}?${text}` : path;
}

export const pathTo = {
  home: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}`, query),
  about: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/about`, query),
  contact: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/contact`, query),
  blog: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/blog`, query),
  blogNew: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/blog/new`, query),
  blogArticle: (to: { lang: Lang; blogId: string }, query?: Query): string =>
    withQuery(`/${to.lang}/blog/${encodeURIComponent(to.blogId)}`, query),
  blogEdit: (to: { lang: Lang; blogId: string }, query?: Query): string =>
    withQuery(`/${to.lang}/blog/${encodeURIComponent(to.blogId)}/edit`, query),
  book: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/book`, query),
  bookService: (to: { lang: Lang; serviceId: string }, query?: Query): string =>
    withQuery(`/${to.lang}/book/${encodeURIComponent(to.serviceId)}`, query),
  bookView: (to: { lang: Lang; bookId: string }, query?: Query): string =>
    withQuery(`/${to.lang}/book/view/${encodeURIComponent(to.bookId)}`, query),
  forum: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/forum`, query),
  forumForum: (to: { lang: Lang; forumId: string }, query?: Query): string =>
    withQuery(`/${to.lang}/forum/${encodeURIComponent(to.forumId)}`, query),
  forumPost: (to: { lang: Lang; forumId: string; postId: string }, query?: Query): string =>
    withQuery(`/${to.lang}/forum/${encodeURIComponent(to.forumId)}/post/${encodeURIComponent(to.postId)}`, query),
  forumHistory: (to: { lang: Lang; forumId: string; postId: string; entryId: string }, query?: Query): string =>
    withQuery(`/${to.lang}/forum/${encodeURIComponent(to.forumId)}/post/${encodeURIComponent(to.postId)}/history/${encodeURIComponent(to.entryId)}`, query),
  postNew: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/post/new`, query),
  resources: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/resources`, query),
  search: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/search`, query),
  profile: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/profile`, query),
  profileSecurity: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/profile/security`, query),
  notifications: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/notifications`, query),
  signin: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/signin`, query),
  signup: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/signup`, query),
  forgetPassword: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/forget-password`, query),
  resetPassword: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/reset-password`, query),
  admin: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin`, query),
  adminMembers: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/members`, query),
  adminMember: (to: { lang: Lang; memberId: string }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/members/${encodeURIComponent(to.memberId)}`, query),
  adminInvitations: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/invitations`, query),
  adminReports: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/reports`, query),
  adminMessages: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/messages`, query),
  adminBookings: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/bookings`, query),
  adminServices: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/services`, query),
  adminService: (to: { lang: Lang; serviceId: string }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/services/${encodeURIComponent(to.serviceId)}`, query),
  adminResources: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/resources`, query),
  adminArticles: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/articles`, query),
  adminForums: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/forums`, query),
  adminSite: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/site`, query),
};
