// Written by `balai types` from balai/site/routes/. Not edited by hand.
import type { Lang } from "./languages";

type Query = Readonly<Record<string, string | null | undefined>>;

function withQuery(path: string, query?: Query): string {
  if (!query) return path;
  const pairs = Object.entries(query).filter(([, value]) => value != null && value !== "");
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
  page: (to: { lang: Lang; slug: string }, query?: Query): string =>
    withQuery(`/${to.lang}/pages/${encodeURIComponent(to.slug)}`, query),
  blog: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/blog`, query),
  blogNew: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/blog/new`, query),
  blogArticle: (to: { lang: Lang; blogId: string }, query?: Query): string =>
    withQuery(`/${to.lang}/blog/${encodeURIComponent(to.blogId)}`, query),
  blogSeries: (to: { lang: Lang; seriesId: string }, query?: Query): string =>
    withQuery(`/${to.lang}/blog/series/${encodeURIComponent(to.seriesId)}`, query),
  blogEdit: (to: { lang: Lang; blogId: string }, query?: Query): string =>
    withQuery(`/${to.lang}/blog/${encodeURIComponent(to.blogId)}/edit`, query),
  blogHistory: (to: { lang: Lang; blogId: string }, query?: Query): string =>
    withQuery(`/${to.lang}/blog/${encodeURIComponent(to.blogId)}/edit/history`, query),
  adminReviews: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/articles/reviews`, query),
  book: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/book`, query),
  bookService: (to: { lang: Lang; serviceId: string }, query?: Query): string =>
    withQuery(`/${to.lang}/book/${encodeURIComponent(to.serviceId)}`, query),
  bookView: (to: { lang: Lang; bookId: string }, query?: Query): string =>
    withQuery(`/${to.lang}/book/view/${encodeURIComponent(to.bookId)}`, query),
  bookTicket: (to: { lang: Lang; link: string }, query?: Query): string =>
    withQuery(`/${to.lang}/book/ticket/${encodeURIComponent(to.link)}`, query),
  bookAnswer: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/book/view/answer`, query),
  forum: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/forum`, query),
  forumForum: (to: { lang: Lang; forumId: string }, query?: Query): string =>
    withQuery(`/${to.lang}/forum/${encodeURIComponent(to.forumId)}`, query),
  topics: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/topics`, query),
  translationList: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/translations`, query),
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
  profileBookmarks: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/profile/bookmarks`, query),
  notifications: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/notifications`, query),
  notificationsSettings: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/notifications/settings`, query),
  unsubscribe: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/unsubscribe`, query),
  newsletter: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/newsletter`, query),
  people: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/people`, query),
  peopleFollowing: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/people/following`, query),
  groups: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/groups`, query),
  group: (to: { lang: Lang; groupSlug: string }, query?: Query): string =>
    withQuery(`/${to.lang}/groups/${encodeURIComponent(to.groupSlug)}`, query),
  messages: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/messages`, query),
  messagesPerson: (to: { lang: Lang; personId: string }, query?: Query): string =>
    withQuery(`/${to.lang}/messages/${encodeURIComponent(to.personId)}`, query),
  peoplePerson: (to: { lang: Lang; personId: string }, query?: Query): string =>
    withQuery(`/${to.lang}/people/${encodeURIComponent(to.personId)}`, query),
  day: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/day`, query),
  dayReport: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/day/report`, query),
  dayCalendars: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/day/calendars`, query),
  dayCheckIn: (to: { lang: Lang; bookId: string }, query?: Query): string =>
    withQuery(`/${to.lang}/day/check-in/${encodeURIComponent(to.bookId)}`, query),
  dayServing: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/day/serving`, query),
  signin: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/signin`, query),
  signup: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/signup`, query),
  consent: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/consent`, query),
  welcome: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/welcome`, query),
  forgetPassword: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/forget-password`, query),
  resetPassword: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/reset-password`, query),
  admin: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin`, query),
  adminSetup: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/setup`, query),
  adminMembers: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/members`, query),
  adminMember: (to: { lang: Lang; memberId: string }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/members/${encodeURIComponent(to.memberId)}`, query),
  adminGroups: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/groups`, query),
  adminGroup: (to: { lang: Lang; groupId: string }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/groups/${encodeURIComponent(to.groupId)}`, query),
  adminLog: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/log`, query),
  adminInvitations: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/invitations`, query),
  adminDesk: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/desk`, query),
  adminBarriers: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/barriers`, query),
  adminActs: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/acts`, query),
  adminMessages: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/messages`, query),
  adminPrivacy: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/privacy`, query),
  adminIncidents: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/incidents`, query),
  adminIncident: (to: { lang: Lang; incidentId: string }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/incidents/${encodeURIComponent(to.incidentId)}`, query),
  adminBookings: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/bookings`, query),
  adminReception: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/bookings/new`, query),
  adminServices: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/services`, query),
  adminService: (to: { lang: Lang; serviceId: string }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/services/${encodeURIComponent(to.serviceId)}`, query),
  adminServiceMessages: (to: { lang: Lang; serviceId: string }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/services/${encodeURIComponent(to.serviceId)}/messages`, query),
  adminPlaces: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/places`, query),
  adminPlace: (to: { lang: Lang; placeId: string }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/places/${encodeURIComponent(to.placeId)}`, query),
  adminResources: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/resources`, query),
  adminArticles: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/articles`, query),
  adminTranslations: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/translations`, query),
  adminSearches: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/searches`, query),
  adminSeries: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/series`, query),
  adminPages: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/pages`, query),
  adminPage: (to: { lang: Lang; pageId: string }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/pages/${encodeURIComponent(to.pageId)}`, query),
  adminForums: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/forums`, query),
  adminAppearance: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/appearance`, query),
  adminMenu: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/menu`, query),
  adminWording: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/wording`, query),
  adminEmail: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/email`, query),
  adminFailed: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/failed-messages`, query),
  adminHealth: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/health`, query),
  adminSettings: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/settings`, query),
  adminHours: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/hours`, query),
  adminSite: (to: { lang: Lang }, query?: Query): string =>
    withQuery(`/${to.lang}/admin/site`, query),
};
