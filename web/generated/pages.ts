// Written by `balai types` from balai/site/routes.py. Not edited by hand.
import type { ComponentType } from "react";
import type { ScreenName } from "./screens";

type Load = () => Promise<ComponentType<{ data: never }>>;

const site = () => import("../pages/site");
const siteContact = () => import("../pages/site/contact");
const blog = () => import("../pages/blog");
const blogEditor = () => import("../pages/blog/editor");
const bookingList = () => import("../pages/booking/list");
const booking = () => import("../pages/booking");
const bookingTicket = () => import("../pages/booking/ticket");
const forumTopics = () => import("../pages/forum/topics");
const forum = () => import("../pages/forum");
const forumHistory = () => import("../pages/forum/history");
const forumWrite = () => import("../pages/forum/write");
const resources = () => import("../pages/resources");
const search = () => import("../pages/search");
const profile = () => import("../pages/profile");
const profileSecurity = () => import("../pages/profile/security");
const people = () => import("../pages/people");
const groups = () => import("../pages/groups");
const messages = () => import("../pages/messages");
const account = () => import("../pages/account");
const admin = () => import("../pages/admin");
const adminRights = () => import("../pages/admin/rights");
const adminPlaces = () => import("../pages/admin/places");
const adminPages = () => import("../pages/admin/pages");
const adminAppearance = () => import("../pages/admin/appearance");
const adminWording = () => import("../pages/admin/wording");
const adminSite = () => import("../pages/admin/site");

/** Loads a screen's page, by the screen's name. */
export const pages: Readonly<Record<ScreenName, Load>> = {
  home: () => site().then((module) => module.Home),
  about: () => site().then((module) => module.About),
  contact: () => siteContact().then((module) => module.Contact),
  page: () => site().then((module) => module.SitePage),
  blog: () => blog().then((module) => module.Blog),
  "blog.new": () => blogEditor().then((module) => module.Edit),
  "blog.article": () => blog().then((module) => module.Article),
  "blog.edit": () => blogEditor().then((module) => module.Edit),
  book: () => bookingList().then((module) => module.Book),
  "book.service": () => booking().then((module) => module.Service),
  "book.view": () => bookingTicket().then((module) => module.View),
  "book.ticket": () => bookingTicket().then((module) => module.View),
  "book.answer": () => bookingTicket().then((module) => module.Answer),
  forum: () => forumTopics().then((module) => module.Forums),
  "forum.forum": () => forumTopics().then((module) => module.Forum),
  topics: () => forumTopics().then((module) => module.Topics),
  "forum.post": () => forum().then((module) => module.Post),
  "forum.history": () => forumHistory().then((module) => module.History),
  "post.new": () => forumWrite().then((module) => module.NewPost),
  resources: () => resources().then((module) => module.Resources),
  search: () => search().then((module) => module.Search),
  profile: () => profile().then((module) => module.Profile),
  "profile.security": () => profileSecurity().then((module) => module.Security),
  "profile.bookmarks": () => profile().then((module) => module.Bookmarks),
  notifications: () => profile().then((module) => module.Notifications),
  "notifications.settings": () => profile().then((module) => module.NoticeSettings),
  unsubscribe: () => profile().then((module) => module.Unsubscribe),
  people: () => people().then((module) => module.Directory),
  "people.following": () => people().then((module) => module.Following),
  groups: () => groups().then((module) => module.Groups),
  group: () => groups().then((module) => module.Group),
  messages: () => messages().then((module) => module.Conversations),
  "messages.person": () => messages().then((module) => module.Conversation),
  "people.person": () => people().then((module) => module.Person),
  signin: () => account().then((module) => module.SignIn),
  signup: () => account().then((module) => module.SignUp),
  consent: () => account().then((module) => module.Consent),
  welcome: () => account().then((module) => module.Welcome),
  "forget-password": () => account().then((module) => module.ForgetPassword),
  "reset-password": () => account().then((module) => module.ResetPassword),
  admin: () => admin().then((module) => module.Overview),
  "admin.setup": () => admin().then((module) => module.Setup),
  "admin.members": () => admin().then((module) => module.Members),
  "admin.member": () => admin().then((module) => module.Member),
  "admin.groups": () => adminRights().then((module) => module.Groups),
  "admin.group": () => adminRights().then((module) => module.Group),
  "admin.log": () => adminRights().then((module) => module.StaffLog),
  "admin.invitations": () => admin().then((module) => module.Invitations),
  "admin.reports": () => admin().then((module) => module.Reports),
  "admin.barriers": () => adminRights().then((module) => module.Barriers),
  "admin.messages": () => admin().then((module) => module.Messages),
  "admin.bookings": () => admin().then((module) => module.Bookings),
  "admin.services": () => admin().then((module) => module.Services),
  "admin.service": () => admin().then((module) => module.Service),
  "admin.places": () => adminPlaces().then((module) => module.Places),
  "admin.place": () => adminPlaces().then((module) => module.Place),
  "admin.resources": () => admin().then((module) => module.Resources),
  "admin.articles": () => admin().then((module) => module.Articles),
  "admin.pages": () => adminPages().then((module) => module.Pages),
  "admin.page": () => adminPages().then((module) => module.Editor),
  "admin.forums": () => admin().then((module) => module.Forums),
  "admin.appearance": () => adminAppearance().then((module) => module.Appearance),
  "admin.menu": () => adminAppearance().then((module) => module.MenuEditor),
  "admin.wording": () => adminWording().then((module) => module.Wording),
  "admin.email": () => admin().then((module) => module.Email),
  "admin.settings": () => admin().then((module) => module.Settings),
  "admin.hours": () => adminSite().then((module) => module.OpeningHours),
  "admin.site": () => admin().then((module) => module.Site),
};
