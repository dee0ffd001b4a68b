// Written by `balai types` from balai/site/routes/. Not edited by hand.
import type { Lang } from "./languages";

export interface RichTextMark {
  type: string;
  attrs?: Record<string, string | number | null>;
}

export interface RichTextNode {
  type: string;
  attrs?: Record<string, string | number | null>;
  content?: RichTextNode[];
  marks?: RichTextMark[];
  text?: string;
  /** Of a line that is a link and nothing else; the site adds it for readers. */
  preview?: Record<string, string>;
}

export interface PagePayload<Data = unknown> {
  screen: string | null;
  lang: Lang;
  path: string;
  params: Record<string, string>;
  query: Record<string, string>;
  status: number;
  visitor: Visitor | null;
  alternates: Alternate[];
  head: DocumentHead;
  data: Data;
  site: PageSettings;
  waiting?: AdminWaiting;
  supabase?: SupabaseAccess;
  build?: string;
  renderedAt?: string;
}

export interface Visitor {
  id: string;
  displayName: string;
  pictureUrl: string | null;
  isAdmin: boolean;
  language: Lang | null;
  timeZone: string | null;
  unread: number;
  hasDirectory: boolean;
  hasMessages: boolean;
  hasGroups: boolean;
  owesConsent: boolean;
  owesName: boolean;
  rights: ("bookings" | "edit" | "export" | "hours" | "library" | "log" | "members" | "messages" | "moderate" | "people" | "publish" | "translate" | "write")[];
  handlesBookings: boolean;
  emails: "failing" | "off" | "ok";
  silence: Silence | null;
}

export interface Silence {
  until: string;
  reason: string;
}

export interface Alternate {
  lang: Lang;
  path: string;
}

export interface DocumentHead {
  title: string;
  description: string | null;
  canonical: string | null;
  hreflang: Alternate[];
  ogImage: string | null;
  ogType: string;
  noindex: boolean;
}

export interface PageSettings {
  name: string;
  tagline: string;
  logoUrl: string | null;
  timeZone: string;
  languages: Lang[];
  defaultLanguage: Lang;
  preset: "pagi" | "senja" | "teduh";
  accent: string | null;
  fontPair: "kota" | "pustaka" | "ringan" | "serambi";
  coverUrl: string | null;
  coverFocusX: number;
  coverFocusY: number;
  menu: MenuLink[];
  wordings: Record<string, string>;
  address: string;
  hours: [number, number][][] | null;
}

export interface MenuLink {
  place: "footer" | "header";
  kind: "link" | "page" | "screen";
  target: string;
  name: string | null;
  lang: Lang | null;
}

export interface AdminWaiting {
  cases: number;
  messages: number;
  bookings: number;
  requests: number;
  requestedDay: string | null;
  asking: number;
  reviews: number;
  failed: number;
  unhealthy: number;
  privacy: number;
  overduePrivacy: number;
  countTo: number;
}

export interface SupabaseAccess {
  url: string;
  anonKey: string;
  storageHost: string;
}

export interface HomePayload {
  text: HomeText | null;
  opening: Opening | null;
  sections: ("articles" | "resources" | "talk" | "ways" | "week" | "welcome")[];
  articles: BlogCard[];
  topics: HomeTopic[];
  events: HomeEvent[];
  resources: HomeResource[];
}

export interface HomeText {
  lang: Lang;
  body: RichTextNode;
}

export interface Opening {
  times: [string, string][];
}

export interface BlogCard {
  id: string;
  slug: string;
  lang: Lang;
  title: string;
  summary: string;
  coverUrl: string | null;
  coverAlt: string;
  tags: string[];
  author: BlogAuthor | null;
  publishAt: string;
  isOutdated: boolean;
  isLimited: boolean;
}

export interface BlogAuthor {
  id: string;
  displayName: string;
  pictureUrl: string | null;
}

export interface HomeTopic {
  id: string;
  lang: Lang;
  title: string;
  titleLang: Lang;
  isUntranslated: boolean;
  replyCount: number;
  lastActivityAt: string;
  isUnread: boolean;
  forumSlug: string;
  forumName: string | null;
  forumLang: Lang | null;
  hue: number;
  people: HomePerson[];
}

export interface HomePerson {
  displayName: string;
  pictureUrl: string | null;
}

export interface HomeEvent {
  id: string;
  slug: string;
  kind: "appointment" | "session";
  capacity: number;
  timeZone: string;
  hostName: string | null;
  lang: Lang;
  name: string;
  place: string;
  startsAt: string;
  endsAt: string;
  left: number;
}

export interface HomeResource {
  id: string;
  kind: "contact" | "document" | "form" | "link" | "video";
  url: string;
  fileLang: Lang | null;
  lang: Lang;
  title: string;
}

export interface AboutPayload {
  text: HomeText | null;
  hoursNote: string;
  opening: Opening | null;
  specialDays: SpecialDay[];
  phone: string;
  mapUrl: string;
}

export interface SpecialDay {
  day: string;
  hours: [number, number][];
  note: string;
}

export interface ContactPayload {
  name: string;
  email: string;
  phone: string;
  mapUrl: string;
  hoursNote: string;
  opening: Opening | null;
  specialDays: SpecialDay[];
}

export interface SitePagePayload {
  id: string;
  slug: string;
  lang: Lang;
  languages: Lang[];
  title: string;
  body: RichTextNode;
  number: number;
  publishedAt: string;
  isCurrent: boolean;
}

export interface BlogPayload {
  articles: BlogCard[];
  tags: string[];
  tag: string | null;
  isFirstPage: boolean;
  next: string | null;
}

export interface BlogWritePayload {
  article: BlogDraft | null;
  tags: string[];
  comments: boolean;
  audiences: Audience[];
  publishedFor: (string | null)[];
  mayEmail: boolean;
  subscribers: Subscribers[];
  series: SeriesChoice[];
}

export interface BlogDraft {
  id: string;
  version: number;
  sourceLanguage: Lang;
  state: "draft" | "expired" | "planned" | "published";
  publishAt: string | null;
  expireAt: string | null;
  coverUrl: string | null;
  tags: string[];
  groupId: string | null;
  hasComments: boolean;
  seriesId: string | null;
  texts: BlogDraftText[];
  edition: Edition | null;
  mayPublish: boolean;
  maySubmit: boolean;
  isLocked: boolean;
}

export interface BlogDraftText {
  lang: Lang;
  title: string;
  summary: string;
  body: RichTextNode;
  coverAlt: string;
  slug: string;
  status: "draft" | "published";
  isOutdated: boolean;
  compared: ArticleWords | null;
  reviewState: "changes_asked" | "draft" | "in_review" | "published";
  reviews: ArticleReview[];
  mayPublish: boolean;
  isLocked: boolean;
}

export interface ArticleWords {
  title: string;
  summary: string;
  body: RichTextNode;
  coverAlt: string;
}

export interface ArticleReview {
  id: string;
  writerName: string | null;
  isOwn: boolean;
  note: string;
  submittedAt: string;
  outcome: "approved" | "changes_asked" | "removed" | "withdrawn" | null;
  comment: string;
  deciderName: string | null;
  decidedAt: string | null;
}

export interface Edition {
  startedAt: string | null;
  endedAt: string | null;
  stoppedAt: string | null;
  sent: number;
  waiting: number;
}

export interface Audience {
  id: string | null;
  lang: Lang | null;
  name: string | null;
}

export interface Subscribers {
  language: Lang;
  members: number;
  guests: number;
}

export interface SeriesChoice {
  id: string;
  lang: Lang;
  title: string;
}

export interface BlogArticlePayload {
  id: string;
  slug: string;
  lang: Lang;
  title: string;
  summary: string;
  body: RichTextNode;
  coverUrl: string | null;
  coverAlt: string;
  tags: string[];
  author: BlogWriter | null;
  minutes: number;
  related: BlogCard[];
  series: ArticleSeries | null;
  publishAt: string | null;
  changedAt: string | null;
  siblings: BlogSibling[];
  state: "draft" | "expired" | "planned" | "published";
  textStatus: "draft" | "published";
  sourceLang: Lang;
  isOutdated: boolean;
  isLimited: boolean;
  comments: ArticleComments | null;
  canModerate: boolean;
}

export interface BlogWriter {
  id: string;
  displayName: string;
  pictureUrl: string | null;
  about: string;
}

export interface ArticleSeries {
  slug: string;
  lang: Lang;
  title: string;
  number: number | null;
  count: number;
  parts: SeriesPart[];
  previous: SeriesPart | null;
  next: SeriesPart | null;
}

export interface SeriesPart {
  id: string;
  number: number | null;
  slug: string;
  lang: Lang;
  title: string;
}

export interface BlogSibling {
  lang: Lang;
  title: string;
  slug: string;
}

export interface ArticleComments {
  forum: string;
  area: string;
  post: string | null;
  isUntranslated: boolean;
  replies: ForumReply[];
  count: number;
  after: number;
  lastNumber: number;
  pageSize: number;
  lastRead: number | null;
  canReply: boolean;
  canModerate: boolean;
  lockReason: "answered" | "duplicate" | "heated" | "off_topic" | "outdated" | "over" | null;
  lockNote: string;
  held: OwnHeldText[];
}

export interface ForumReply {
  entry: ForumEntry;
  number: number;
  quotes: ForumQuote | null;
  isAnswer: boolean;
  canSolve: boolean;
}

export interface ForumEntry {
  id: string;
  language: Lang;
  state: "deleted" | "hidden" | "shown";
  body: RichTextNode | null;
  translation: ForumTranslation | null;
  withdrawn: RichTextNode | null;
  below: string | null;
  keptFrom: ("index" | "mail" | "translate")[];
  marks: string | null;
  movedTo: string | null;
  author: ForumPerson | null;
  createdAt: string;
  editedAt: string | null;
  editedBy: string | null;
  isMine: boolean;
  canEdit: boolean;
  isBookmarked: boolean;
  reactions: ForumReaction[];
}

export interface ForumTranslation {
  language: Lang;
  title: string | null;
  body: RichTextNode;
}

export interface ForumPerson {
  id: string;
  displayName: string;
  pictureUrl: string | null;
}

export interface ForumReaction {
  kind: "cheer" | "laugh" | "like" | "sad" | "thanks";
  count: number;
  isMine: boolean;
}

export interface ForumQuote {
  number: number;
  authorName: string | null;
}

export interface OwnHeldText {
  id: string;
  postId: string | null;
  language: Lang;
  title: string | null;
  excerpt: string;
  status: "rejected" | "waiting";
  createdAt: string;
  usualHours: number | null;
  reason: "off_topic" | "private" | "rules" | "spam" | "unclear" | null;
  note: string;
}

export interface BlogSeriesPayload {
  slug: string;
  lang: Lang;
  title: string;
  description: string;
  parts: BlogCard[];
  others: BlogCard[];
}

export interface BlogHistoryPayload {
  slug: string;
  title: string;
  version: number;
  languages: Lang[];
  language: Lang;
  current: ArticleWords | null;
  currentVersion: number | null;
  chosen: ArticleVersion | null;
  words: ArticleWords | null;
  versions: ArticleVersion[];
  next: string | null;
}

export interface ArticleVersion {
  id: number;
  author: string | null;
  savedAt: string;
  isRestored: boolean;
  isCurrent: boolean;
}

export interface AdminReviewsPayload {
  reviews: WaitingReview[];
  language: Lang | null;
  next: string | null;
}

export interface WaitingReview {
  id: string;
  lang: Lang;
  title: string;
  slug: string;
  writerName: string | null;
  note: string;
  submittedAt: string;
  isAgain: boolean;
}

export interface BookPayload {
  services: ServiceCard[];
  mine: BookingLine[];
  next: string | null;
}

export interface ServiceCard {
  id: string;
  slug: string;
  kind: "appointment" | "session";
  name: string;
  description: string;
  lang: Lang;
  isOnline: boolean;
  pictureUrl: string | null;
  hostName: string | null;
  hostPictureUrl: string | null;
  durationMinutes: number;
  capacity: number;
  timeZone: string;
  nextFree: string | null;
  nextLeft: number | null;
  dates: number | null;
}

export interface BookingLine {
  id: string;
  status: "booked" | "cancelled" | "waiting";
  startsAt: string;
  endsAt: string;
  timeZone: string;
  name: string;
  lang: Lang;
  partySize: number;
  waitingPosition: number | null;
  isRequest: boolean;
  isOffered: boolean;
}

export interface BookServicePayload {
  service: ServiceFacts;
  course: Course | null;
  hosts: ServiceHost[];
  host: string | null;
  days: SlotDay[];
  chosen: BookingSlot | null;
  chosenAt: string | null;
  changing: ChangingBooking | null;
  suggestions: FreeTime[];
  earlier: string | null;
  later: string | null;
  today: string;
  month: BookingMonth | null;
  hasSms: boolean;
  phoneChannels: ("mail" | "sms" | "whatsapp" | "zalo")[];
  questions: AskedQuestion[];
  price: ServicePrice | null;
}

export interface ServiceFacts {
  id: string;
  slug: string;
  kind: "appointment" | "session";
  name: string;
  description: string;
  place: string;
  lang: Lang;
  isOnline: boolean;
  pictureUrl: string | null;
  hostName: string | null;
  hostPictureUrl: string | null;
  durationMinutes: number;
  capacity: number;
  perPerson: number;
  noticeMinutes: number;
  windowDays: number;
  cancelUntilMinutes: number;
  needsConfirmation: boolean;
  offerHours: number;
  allowsGuests: boolean;
  timeZone: string;
}

export interface Course {
  series: "either" | "single" | "whole";
  dates: BookingSlot[];
  whole: BookingSlot | null;
  own: string | null;
}

export interface BookingSlot {
  startsAt: string;
  endsAt: string;
  capacity: number;
  left: number;
  waiting: number;
  bookingId: string | null;
  status: "booked" | "cancelled" | "waiting" | null;
  isRequest: boolean;
}

export interface ServiceHost {
  id: string;
  name: string;
}

export interface SlotDay {
  day: string;
  slots: BookingSlot[];
}

export interface ChangingBooking {
  id: string;
  startsAt: string;
  endsAt: string;
  partySize: number;
  status: "booked" | "cancelled" | "waiting";
  link: string | null;
}

export interface FreeTime {
  startsAt: string;
  endsAt: string;
  left: number;
}

export interface BookingMonth {
  days: MonthDay[];
  earlier: string | null;
  later: string | null;
}

export interface MonthDay {
  day: string;
  free: number;
}

export interface AskedQuestion {
  id: string;
  kind: "choice" | "choices" | "consent" | "date" | "file" | "long" | "number" | "text" | "yes_no";
  label: string;
  help: string;
  lang: Lang;
  options: AskedOption[];
  lowest: number | null;
  highest: number | null;
  isRequired: boolean;
  isSensitive: boolean;
}

export interface AskedOption {
  key: string;
  label: string;
}

export interface ServicePrice {
  text: string;
  isPerPerson: boolean;
}

export interface BookViewPayload {
  id: string;
  status: "booked" | "cancelled" | "waiting";
  startsAt: string;
  endsAt: string;
  partySize: number;
  note: string;
  waitingPosition: number | null;
  requestUntil: string | null;
  offerUntil: string | null;
  askedDates: number;
  kind: "appointment" | "session";
  serviceSlug: string;
  isActive: boolean;
  name: string;
  description: string;
  place: string;
  lang: Lang;
  isOnline: boolean;
  onlineUrl: string | null;
  linkFrom: string | null;
  hasThread: boolean;
  threadArea: string | null;
  threadPost: string | null;
  hostName: string | null;
  hostPictureUrl: string | null;
  roomName: string | null;
  equipmentName: string | null;
  chosenBy: ("free" | "language" | "load" | "order" | "wanted")[];
  memberName: string;
  timeZone: string;
  isMine: boolean;
  isConfirmed: boolean;
  isOver: boolean;
  neverBooked: boolean;
  qr: string | null;
  canChange: boolean;
  changeUntil: string;
  cancelUntilMinutes: number;
  calendarPath: string;
  feedPath: string | null;
  contact: string | null;
  link: string | null;
  channel: GuestChannel | null;
  answers: ShownAnswer[];
  price: OwedPrice | null;
  dates: BookedDate[];
}

export interface GuestChannel {
  offered: ("mail" | "sms" | "whatsapp" | "zalo")[];
  chosen: "mail" | "sms" | "whatsapp" | "zalo";
}

export interface ShownAnswer {
  id: string;
  kind: "choice" | "choices" | "consent" | "date" | "file" | "long" | "number" | "text" | "yes_no";
  label: string;
  lang: Lang;
  consent: string;
  version: number;
  isSensitive: boolean;
  isFile: boolean;
  value: string | null;
  answeredAt: string;
}

export interface OwedPrice {
  text: string;
  isPaid: boolean;
  note: string;
  noteLang: Lang;
  qrUrl: string | null;
}

export interface BookedDate {
  id: string;
  status: "booked" | "cancelled" | "waiting";
  startsAt: string;
  endsAt: string;
  link: string | null;
}

export interface BookAnswerPayload {
  link: string;
  asks: "accept" | "cancel" | "confirm";
  failed: "already_booked" | "full" | "not_found" | "offer_over" | "overlapping" | "past_cutoff" | "undo_over" | null;
  status: "booked" | "cancelled" | "waiting";
  startsAt: string;
  endsAt: string;
  dates: string[];
  timeZone: string;
  partySize: number;
  name: string;
  place: string;
  lang: Lang;
  serviceSlug: string;
  isConfirmed: boolean;
  isRequest: boolean;
  offerUntil: string | null;
  isOver: boolean;
  canCancel: boolean;
  canRestore: boolean;
  cancelUntil: string;
}

export interface ForumsPayload {
  forums: ForumSummary[];
}

export interface ForumSummary {
  forum: ForumName;
  postCount: number;
  replyCount: number;
  unread: number;
  isBelow: boolean;
  lastActivityAt: string | null;
  latest: ForumLatest | null;
}

export interface ForumName {
  id: string;
  slug: string;
  hue: number;
  language: Lang;
  name: string;
  description: string;
}

export interface ForumLatest {
  id: string;
  language: Lang;
  title: string;
  writer: ForumPerson | null;
}

export interface ForumPayload {
  forum: ForumName;
  postCount: number;
  replyCount: number;
  tags: string[];
  list: ForumList;
  watch: "muted" | "normal" | "tracking" | "watching" | "watching_first" | null;
  canCreate: boolean;
  canModerate: boolean;
}

export interface ForumList {
  name: "latest" | "new" | "top" | "unanswered" | "unread";
  sort: "activity" | "created" | "replies";
  tag: string | null;
  posts: ForumPostCard[];
  forums: ForumName[];
  people: ForumPerson[];
  moderated: number[];
  unread: number;
  fresh: number;
  countTo: number;
  searched: number;
  isFirstPage: boolean;
  next: string | null;
}

export interface ForumPostCard {
  id: string;
  forum: number;
  language: Lang;
  title: string;
  isTranslated: boolean;
  isUntranslated: boolean;
  tags: string[];
  people: number[];
  isPinned: boolean;
  isLocked: boolean;
  isSolved: boolean;
  isUnread: boolean;
  newReplies: number;
  replyCount: number;
  lastActivityAt: string;
}

export interface TopicsPayload {
  tags: string[];
  list: ForumList;
  watch: "muted" | "normal" | "tracking" | "watching" | "watching_first" | null;
  canModerate: boolean;
}

export interface TranslationsPayload {
  requests: TranslationRequest[];
}

export interface TranslationRequest {
  id: string;
  isReply: boolean;
  path: string;
  original: Lang;
  wanted: Lang;
  title: string;
  excerpt: string;
  requests: number;
  isMine: boolean;
  isOutdated: boolean;
  askedAt: string;
}

export interface ForumPostPayload {
  forum: ForumName;
  isUntranslated: boolean;
  post: ForumOpeningPost;
  poll: ForumPoll | null;
  replies: ForumReply[];
  held: OwnHeldText[];
  after: number;
  lastNumber: number;
  pageSize: number;
  lastRead: number | null;
  watch: "muted" | "normal" | "tracking" | "watching" | "watching_first" | null;
  canReply: boolean;
  canModerate: boolean;
  session: ThreadSession | null;
}

export interface ForumOpeningPost {
  entry: ForumEntry;
  title: string | null;
  tags: string[];
  isPinned: boolean;
  isLocked: boolean;
  lockReason: "answered" | "duplicate" | "heated" | "off_topic" | "outdated" | "over" | null;
  lockNote: string;
  timers: ForumTimers;
  answer: ForumAnswer | null;
  replyCount: number;
}

export interface ForumTimers {
  lockAt: string | null;
  unlockAt: string | null;
  pinnedUntil: string | null;
  slowSeconds: number | null;
}

export interface ForumAnswer {
  number: number;
  language: Lang;
  isUntranslated: boolean;
  authorName: string | null;
  excerpt: string;
}

export interface ForumPoll {
  id: string;
  question: string;
  options: ForumPollOption[];
  maxChoices: number;
  results: "always" | "closed" | "voted";
  closesAt: string | null;
  isClosed: boolean;
  voterCount: number;
  own: number[];
  canClose: boolean;
}

export interface ForumPollOption {
  number: number;
  label: string;
  votes: number | null;
}

export interface ThreadSession {
  slotId: string;
  booking: string | null;
  serviceSlug: string;
  name: string;
  lang: Lang;
  place: string;
  startsAt: string;
  endsAt: string;
  timeZone: string;
  hostName: string | null;
  isOnline: boolean;
  onlineUrl: string | null;
  linkFrom: string | null;
  closesAt: string;
  maySetLink: boolean;
  ownLink: string | null;
}

export interface ForumHistoryPayload {
  forum: ForumName;
  path: string;
  versions: ForumVersion[];
  next: string | null;
}

export interface ForumVersion {
  id: number;
  reason: "delete" | "edit" | "hide";
  language: Lang;
  title: string | null;
  body: RichTextNode | null;
  since: string;
  until: string;
  endedBy: string | null;
}

export interface ForumNewPostPayload {
  forums: ForumName[];
  chosen: string | null;
}

export interface ResourcesPayload {
  emergency: ResourceItem | null;
  asked: ResourceItem | null;
  count: number;
  categories: ResourceCategory[];
  kinds: ("contact" | "document" | "form" | "link" | "video")[];
  category: string | null;
  kind: "contact" | "document" | "form" | "link" | "video" | null;
  language: Lang | null;
  resources: ResourceItem[];
  next: string | null;
}

export interface ResourceItem {
  id: string;
  category: string;
  kind: "contact" | "document" | "form" | "link" | "video";
  file: ResourceFile;
  otherFiles: ResourceFile[];
  language: Lang;
  title: string;
  description: string;
  isLimited: boolean;
}

export interface ResourceFile {
  url: string;
  languages: Lang[];
  size: number | null;
  olderThan: Lang | null;
  olderSince: string | null;
}

export interface ResourceCategory {
  slug: string;
  language: Lang;
  name: string;
  count: number;
}

export interface SearchPayload {
  words: string;
  kind: "article" | "event" | "forum" | "page" | "person" | "resource" | "service" | null;
  language: Lang | null;
  forum: SearchForum | null;
  author: SearchAuthor | null;
  date: "month" | "week" | "year" | null;
  isOwn: boolean;
  order: "best" | "newest";
  forums: SearchForum[];
  people: SearchPerson[];
  hasMorePeople: boolean;
  hits: SearchHit[];
  nearest: SearchHit[];
  isNear: boolean;
  next: string | null;
}

export interface SearchForum {
  slug: string;
  language: Lang;
  name: string;
}

export interface SearchAuthor {
  id: string;
  name: string;
}

export interface SearchPerson {
  id: string;
  displayName: string;
  pictureUrl: string | null;
  about: string;
}

export interface SearchHit {
  id: string;
  kind: "article" | "event" | "page" | "post" | "reply" | "resource" | "service";
  language: Lang;
  title: SearchSegment[];
  excerpt: SearchSegment[];
  path: string;
  forum: string | null;
  thread: string | null;
  threadLanguage: Lang | null;
  isDraft: boolean;
  isTranslation: boolean;
  isUntranslated: boolean;
  createdAt: string;
  startsAt: string | null;
}

export interface SearchSegment {
  text: string;
  match: boolean;
}

export interface ProfilePayload {
  id: string;
  email: string;
  displayName: string;
  pictureUrl: string | null;
  about: string;
  language: Lang;
  contentLanguages: Lang[];
  timeZone: string;
  createdAt: string;
  choices: ProfileChoices;
  posts: ProfilePost[];
  nextPosts: string | null;
  held: OwnHeldText[];
  trust: Trust;
  coming: ProfileBooking[];
  bookings: ProfileBooking[];
  nextBookings: string | null;
  mayHaveBooked: boolean;
  claims: ProfileClaim[];
}

export interface ProfileChoices {
  speaks: Lang[];
  aboutFor: "everyone" | "group" | "members" | "nobody" | "staff";
  languagesFor: "everyone" | "group" | "members" | "nobody" | "staff";
  sinceFor: "everyone" | "group" | "members" | "nobody" | "staff";
  activityFor: "everyone" | "group" | "members" | "nobody" | "staff";
  isListed: boolean;
  takesMessages: boolean;
}

export interface ProfilePost {
  id: string;
  path: string;
  lang: Lang;
  title: string | null;
  isHidden: boolean;
  isUnread: boolean;
  replyCount: number;
  createdAt: string;
}

export interface Trust {
  level: number;
  isStaff: boolean;
  pinnedLevel: number | null;
  facts: TrustFact[];
}

export interface TrustFact {
  level: number;
  fact: "answered" | "days" | "minutes" | "recent_days" | "recent_topics" | "replies" | "thanked" | "topics";
  needed: number;
  had: number;
}

export interface ProfileBooking {
  id: string;
  status: "booked" | "cancelled" | "waiting";
  isRequest: boolean;
  isOffered: boolean;
  startsAt: string;
  endsAt: string;
  lang: Lang;
  name: string;
  place: string;
  threadArea: string | null;
  threadPost: string | null;
}

export interface ProfileClaim {
  guestId: string;
  name: string;
  bookings: number;
}

export interface SecurityPayload {
  email: string;
  newEmail: string;
  phone: string;
  hasPassword: boolean;
  identities: LinkedIdentity[];
  dueAt: string | null;
  erasesTexts: boolean;
  needsFactor: boolean;
  export: OwnExport;
  requests: OwnPrivacyRequest[];
  privacyDays: number;
  perspectives: OwnPerspective[];
  incidents: OwnIncidentNotice[];
  options: SignInOptions;
  bounces: Bounces | null;
}

export interface LinkedIdentity {
  id: string;
  provider: string;
  email: string | null;
  lastSignInAt: string | null;
}

export interface OwnExport {
  isOpen: boolean;
  error: "answer_key_missing" | "failed" | "too_large" | null;
  bytes: number | null;
  expiresAt: string | null;
  nextAt: string | null;
}

export interface OwnPrivacyRequest {
  id: string;
  kind: "access" | "consent" | "correction" | "erasure" | "portability";
  message: string | null;
  receivedOn: string;
  dueOn: string;
  extensionReason: string | null;
  state: "done" | "in_progress" | "open" | "refused" | "withdrawn";
  outcome: string | null;
  closedAt: string | null;
  isOverdue: boolean;
}

export interface OwnPerspective {
  id: string;
  startedAt: string;
  endsAt: string;
  reason: string;
}

export interface OwnIncidentNotice {
  id: string;
  language: Lang;
  subject: string;
  body: string;
  notifiedAt: string;
}

export interface SignInOptions {
  email: boolean;
  phone: boolean;
  company: boolean;
  passkeys: boolean;
  providers: OAuthProvider[];
  signUp: boolean;
  sendsEmail: boolean;
  confirmsEmail: boolean;
}

export interface OAuthProvider {
  name: string;
  label: string;
}

export interface Bounces {
  isStopped: boolean;
  reason: "full" | "refused" | "unknown" | "unreachable";
  status: string;
  bouncedAt: string;
  retryAt: string | null;
}

export interface BookmarksPayload {
  bookmarks: Bookmark[];
  next: string | null;
}

export interface Bookmark {
  id: string;
  kind: "article" | "post" | "reply" | "resource" | "service";
  title: string | null;
  language: Lang | null;
  authorName: string | null;
  path: string | null;
  note: string;
  remindAt: string | null;
  isOver: boolean;
  createdAt: string;
}

export interface NotificationsPayload {
  notifications: Notification[];
  next: string | null;
}

export interface Notification {
  id: string;
  kind: "article_approved" | "article_changes" | "booking_cancelled" | "booking_changed" | "booking_confirmed" | "booking_declined" | "booking_offered" | "booking_promoted" | "booking_reminder" | "data_incident" | "direct_message" | "group_invited" | "group_joined" | "mention" | "new_article" | "privacy_request" | "quote" | "reaction" | "reminder" | "reply" | "report_handled" | "role_given" | "staff_article" | "staff_booking" | "staff_group" | "staff_incident_due" | "staff_message" | "staff_privacy" | "staff_privacy_due" | "staff_queue" | "staff_report" | "text_edited" | "text_reviewed" | "text_translated" | "watched_forum" | "watched_topic";
  count: number;
  createdAt: string;
  isUnread: boolean;
  actorName: string | null;
  actorPicture: string | null;
  postId: string | null;
  title: string | null;
  bookingId: string | null;
  serviceName: string | null;
  startsAt: string | null;
  lang: Lang | null;
  path: string | null;
  subject: string;
  comment: string | null;
}

export interface NoticeSettingsPayload {
  kinds: NoticeKind[];
  watched: Watched[];
  quietFrom: string | null;
  quietUntil: string | null;
  digest: "daily" | "off" | "weekly";
  emails: boolean;
  email: string;
  timeZone: string;
  bookingChannel: "mail" | "sms" | "whatsapp" | "zalo" | null;
  hasSms: boolean;
  phoneChannels: ("mail" | "sms" | "whatsapp" | "zalo")[];
  emailDelayMinutes: number;
  bounces: Bounces | null;
}

export interface NoticeKind {
  kind: "article_approved" | "article_changes" | "booking_cancelled" | "booking_changed" | "booking_confirmed" | "booking_declined" | "booking_offered" | "booking_promoted" | "booking_reminder" | "data_incident" | "direct_message" | "group_invited" | "group_joined" | "mention" | "new_article" | "privacy_request" | "quote" | "reaction" | "reminder" | "reply" | "report_handled" | "role_given" | "staff_article" | "staff_booking" | "staff_group" | "staff_incident_due" | "staff_message" | "staff_privacy" | "staff_privacy_due" | "staff_queue" | "staff_report" | "text_edited" | "text_reviewed" | "text_translated" | "watched_forum" | "watched_topic";
  section: "blog" | "booking" | "forum" | "people" | "staff";
  offered: ("email" | "push" | "site" | "sms")[];
  chosen: ("email" | "push" | "site" | "sms")[];
  isEmailedApart: boolean;
}

export interface Watched {
  id: number;
  level: "muted" | "normal" | "tracking" | "watching" | "watching_first";
  watchedLanguage: Lang | null;
  forumId: string | null;
  forumSlug: string | null;
  postId: string | null;
  path: string | null;
  tag: string | null;
  title: string;
  lang: Lang | null;
}

export interface UnsubscribePayload {
  link: string;
  title: string | null;
  isForAll: boolean;
  isDone: boolean;
  articles: "guest" | "member" | null;
}

export interface NewsletterPayload {
  link: string | null;
}

export interface DirectoryPayload {
  people: DirectoryPerson[];
  words: string;
  isListed: boolean;
  isFirstPage: boolean;
  next: string | null;
}

export interface DirectoryPerson {
  id: string;
  displayName: string;
  pictureUrl: string | null;
  about: string;
  languages: Lang[];
}

export interface FollowingPayload {
  people: FollowedPerson[];
  texts: FollowedText[];
  next: string | null;
}

export interface FollowedPerson {
  id: string;
  displayName: string;
  pictureUrl: string | null;
}

export interface FollowedText {
  kind: "article" | "topic";
  id: string;
  lang: Lang;
  title: string;
  path: string;
  moment: string;
  authorId: string;
  authorName: string;
  authorPicture: string | null;
}

export interface GroupsPayload {
  groups: Group[];
}

export interface Group {
  id: string;
  slug: string;
  lang: Lang;
  name: string;
  description: string;
  joining: "invitation" | "open" | "request";
  isListed: boolean;
  memberCount: number;
  membership: "asked" | "invited" | "member" | null;
  isLed: boolean;
  askedCount: number;
}

export interface GroupPayload {
  group: Group;
  areas: GroupArea[];
  articles: BlogCard[];
  resources: ResourceItem[];
  members: GroupMember[];
  next: string | null;
}

export interface GroupArea {
  slug: string;
  lang: Lang;
  name: string;
}

export interface GroupMember {
  id: string;
  displayName: string;
  pictureUrl: string | null;
  since: string;
}

export interface ConversationsPayload {
  conversations: ConversationRow[];
  next: string | null;
}

export interface ConversationRow {
  id: string;
  personId: string;
  displayName: string;
  pictureUrl: string | null;
  state: "asked" | "declined" | "new" | "open" | "request";
  isBlocked: boolean;
  unread: number;
  lastBody: string | null;
  lastIsMine: boolean;
  lastMessageAt: string;
}

export interface ConversationPayload {
  id: string | null;
  personId: string;
  displayName: string;
  pictureUrl: string | null;
  state: "asked" | "declined" | "new" | "open" | "request";
  canWrite: boolean;
  isBlocked: boolean;
  messages: PrivateMessage[];
  lastNumber: number;
  lastRead: number;
  otherRead: number;
  earlier: string | null;
}

export interface PrivateMessage {
  id: string;
  number: number;
  body: string | null;
  isMine: boolean;
  createdAt: string;
}

export interface PersonPayload {
  id: string;
  displayName: string;
  pictureUrl: string | null;
  about: string;
  languages: Lang[];
  since: string | null;
  showsActivity: boolean;
  isActive: boolean;
  isMine: boolean;
  takesMessages: boolean;
  isFollowed: boolean;
  isBlocked: boolean;
  texts: PersonText[];
  articles: PersonArticle[];
}

export interface PersonText {
  postId: string;
  replyNumber: number | null;
  path: string;
  lang: Lang;
  title: string;
  excerpt: string;
  createdAt: string;
}

export interface PersonArticle {
  id: string;
  slug: string;
  lang: Lang;
  title: string;
  publishAt: string;
}

export interface DayBoardPayload {
  day: string;
  span: "day" | "week";
  first: string;
  last: string;
  previous: string;
  following: string;
  today: string;
  service: string | null;
  services: BoardService[];
  hosts: BoardHost[];
  bookings: BoardBooking[];
  closings: BoardClosing[];
  numbers: BoardNumber[];
  mayCloseAll: boolean;
  isCut: boolean;
  filePath: string;
}

export interface BoardService {
  id: string;
  kind: "appointment" | "session";
  name: string;
  lang: Lang;
  isWhole: boolean;
}

export interface BoardHost {
  id: string;
  name: string;
  serviceIds: string[];
  isColumn: boolean;
}

export interface BoardBooking {
  id: string;
  status: "booked" | "cancelled" | "waiting";
  startsAt: string;
  endsAt: string;
  partySize: number;
  note: string;
  waitingPosition: number | null;
  requestUntil: string | null;
  askedDates: number;
  offerUntil: string | null;
  memberName: string;
  contact: string | null;
  hostId: string | null;
  hostName: string | null;
  serviceId: string;
  serviceSlug: string;
  serviceName: string;
  lang: Lang;
  timeZone: string;
  attendance: "arrived" | "done" | "late" | "no_show" | null;
  attendanceAt: string | null;
  attendanceBy: string | null;
  threadArea: string | null;
  threadPost: string | null;
  confirmedAt: string | null;
  price: string | null;
  isPaid: boolean;
  notes: BoardNote[];
  answers: ShownAnswer[];
}

export interface BoardNote {
  id: string;
  body: string;
  createdAt: string;
  writerName: string | null;
  isOwn: boolean;
}

export interface BoardClosing {
  id: string;
  startsAt: string;
  endsAt: string;
  reason: string;
  serviceId: string | null;
  serviceName: string | null;
  hostId: string | null;
  hostName: string | null;
  colleagueName: string | null;
  canUndo: boolean;
}

export interface BoardNumber {
  id: string;
  serviceId: string;
  number: number;
  state: "called" | "waiting";
  place: string;
}

export interface DayReportPayload {
  year: number;
  earlier: number;
  later: number | null;
  rows: ReportRow[];
  filePath: string;
}

export interface ReportRow {
  month: string;
  serviceId: string;
  serviceName: string;
  lang: Lang;
  bookings: number | null;
  people: number | null;
  arrived: number | null;
  late: number | null;
  missed: number | null;
  cancelled: number | null;
  declined: number | null;
  expired: number | null;
  withdrawn: number | null;
  languages: ReportLanguage[];
  sums: ReportSum[];
}

export interface ReportLanguage {
  language: Lang | null;
  bookings: number;
}

export interface ReportSum {
  due: string | null;
  paid: string | null;
}

export interface DayCalendarsPayload {
  feeds: StaffFeed[];
  host: string | null;
  calendars: ReadCalendar[];
}

export interface StaffFeed {
  covers: "own" | "room" | "site";
  room: string | null;
  path: string | null;
}

export interface ReadCalendar {
  id: string;
  site: string;
  readAt: string | null;
  failingSince: string | null;
  failure: "not_a_calendar" | "too_large" | "too_many" | "unreachable" | null;
  times: number;
  coming: number;
}

export interface CheckInPayload {
  id: string;
  status: "booked" | "cancelled" | "waiting";
  startsAt: string;
  endsAt: string;
  partySize: number;
  note: string;
  memberName: string;
  hostName: string | null;
  serviceName: string;
  lang: Lang;
  timeZone: string;
  attendance: "arrived" | "done" | "late" | "no_show" | null;
  attendanceAt: string | null;
  isToday: boolean;
  today: string;
}

export interface NowServingPayload {
  titles: ScreenTitle[];
  called: ServedNumber[];
  waiting: ServedNumber[];
}

export interface ScreenTitle {
  lang: Lang;
  title: string;
}

export interface ServedNumber {
  serviceId: string;
  serviceName: string;
  lang: Lang;
  number: number;
  state: "called" | "waiting";
  place: string;
}

export interface SignUpPayload {
  options: SignInOptions;
  invitation: "expired" | "none" | "open" | "revoked" | "unknown" | "used";
  consents: AskedConsent[];
}

export interface AskedConsent {
  versionId: string;
  slug: string;
  title: string;
  lang: Lang;
}

export interface ConsentPayload {
  asked: AskedConsent[];
  given: GivenConsent[];
}

export interface GivenConsent {
  id: string;
  slug: string | null;
  title: string;
  lang: Lang;
  number: number;
  givenAt: string;
  withdrawnAt: string | null;
  currentId: string | null;
}

export type NoData = Record<string, never>;

export interface AdminPayload {
  drafts: number;
  outdated: number;
  expiring: number;
  today: string;
  dayPart: "afternoon" | "evening" | "morning";
  week: OverviewWeek;
  steps: SetupStep[];
  coming: OverviewBooking[];
  newcomers: OverviewNewcomer[];
}

export interface OverviewWeek {
  members: number;
  newMembers: number;
  bookings: number;
  posts: number;
  visits: number[];
}

export interface SetupStep {
  step: "email" | "forum" | "hours" | "kind" | "languages" | "logo" | "look" | "name" | "people" | "service";
  state: "done" | "open" | "skipped";
}

export interface OverviewBooking {
  id: string;
  startsAt: string;
  serviceName: string;
  lang: Lang;
  memberName: string;
  partySize: number;
}

export interface OverviewNewcomer {
  id: string;
  displayName: string;
  pictureUrl: string | null;
  createdAt: string;
}

export interface SetupPayload {
  step: "email" | "forum" | "hours" | "kind" | "languages" | "logo" | "look" | "name" | "people" | "service" | null;
  steps: SetupStep[];
  kind: "association" | "centre" | "clinic" | "club" | "school" | null;
  isFinished: boolean;
  logoUrl: string | null;
  preset: "pagi" | "senja" | "teduh";
  accent: string | null;
  fontPair: "kota" | "pustaka" | "ringan" | "serambi";
  languages: Lang[];
  defaultLanguage: Lang;
  names: SetupName[];
  week: [number, number][][];
  phone: string;
  forums: SetupItem[];
  services: SetupItem[];
  invitations: SetupInvitation[];
  kinds: Record<string, KindContent>;
}

export interface SetupName {
  lang: Lang;
  name: string;
  tagline: string;
  address: string;
}

export interface SetupItem {
  id: string;
  name: string;
  lang: Lang;
  isHidden: boolean;
}

export interface SetupInvitation {
  id: string;
  note: string;
  makesAdministrator: boolean;
  expiresAt: string;
  address: string | null;
  url: string;
  qr: string;
}

export interface KindContent {
  forums: KindForum[];
  services: KindService[];
  pages: ("about" | "privacy" | "rules" | "terms")[];
}

export interface KindForum {
  slug: string;
  texts: Record<string, KindWords>;
}

export interface KindWords {
  name: string;
  description: string;
}

export interface KindService {
  kind: "appointment" | "session";
  duration_minutes: number;
  capacity: number;
  hours: KindHours[];
  texts: KindServiceText[];
}

export interface KindHours {
  weekday: number;
  opens: string;
  closes: string;
}

export interface KindServiceText {
  name: string;
  description: string;
  language: Lang;
}

export interface MembersPayload {
  members: MemberRow[];
  wanted: string;
  next: string | null;
}

export interface MemberRow {
  id: string;
  displayName: string;
  pictureUrl: string | null;
  email: string;
  language: Lang;
  isAdmin: boolean;
  isConfirmed: boolean;
  createdAt: string;
  lastSignInAt: string | null;
  isDeleted: boolean;
}

export interface MemberPayload {
  id: string;
  displayName: string;
  pictureUrl: string | null;
  email: string;
  language: Lang;
  isAdmin: boolean;
  createdAt: string;
  isDeleted: boolean;
  dueAt: string | null;
  erasesTexts: boolean;
  roles: MemberRoles | null;
  trust: Trust | null;
  bounces: Bounces | null;
}

export interface MemberRoles {
  grants: RoleGrant[];
  roles: Role[];
  scopes: RoleScope[];
}

export interface RoleGrant {
  id: string;
  roleId: string;
  scope: "forum" | "group" | "service" | "site";
  scopeId: string | null;
}

export interface Role {
  id: string;
  preset: string | null;
  name: string;
  rights: string[];
}

export interface RoleScope {
  kind: "forum" | "group" | "service" | "site";
  id: string;
  lang: Lang;
  name: string;
}

export interface AdminGroupPayload {
  group: Group;
  texts: GroupText[];
  asked: GroupMember[];
  invited: GroupMember[];
  members: GroupMember[];
  next: string | null;
}

export interface GroupText {
  lang: Lang;
  name: string;
  description: string;
}

export interface StaffLogPayload {
  entries: LogEntry[];
  things: ("absences" | "administrators" | "area_bans" | "area_rights" | "article_acts" | "article_reviews" | "articles" | "automatic_acts" | "barriers" | "booking_answers" | "booking_notes" | "booking_prices" | "bookings" | "closings" | "desk_cases" | "desk_notes" | "email_bounces" | "forum_acts" | "forum_texts" | "forums" | "group_members" | "groups" | "held_texts" | "incident_texts" | "incidents" | "invitations" | "member_trust" | "messages" | "opening_exceptions" | "opening_hours" | "pages" | "penalties" | "perspectives" | "posts" | "privacy_requests" | "profiles" | "replies" | "reports" | "resource_categories" | "resource_category_texts" | "resource_files" | "resources" | "role_grants" | "roles" | "rooms" | "series" | "series_articles" | "series_texts" | "service_exceptions" | "service_hours" | "service_messages" | "services" | "settings" | "translations" | "users" | "wordings" | "work_hours")[];
  thing: string | null;
  actor: string | null;
  member: string | null;
  next: string | null;
}

export interface LogEntry {
  id: number;
  at: string;
  thing: string;
  act: "delete" | "insert" | "read" | "update";
  thingId: string | null;
  actorId: string | null;
  actorName: string | null;
  memberId: string | null;
  memberName: string | null;
  language: Lang | null;
  title: string | null;
  path: string | null;
  changes: LogChange[];
}

export interface LogChange {
  name: string;
  before: string | null;
  after: string | null;
}

export interface InvitationsPayload {
  invitations: Invitation[];
  roles: Role[];
  groups: RoleScope[];
  sendsSms: boolean;
  next: string | null;
}

export interface Invitation {
  id: string;
  note: string;
  language: Lang;
  makesAdministrator: boolean;
  roleId: string | null;
  groupId: string | null;
  maxUses: number | null;
  used: number;
  expiresAt: string;
  state: "expired" | "open" | "revoked" | "used";
  address: string | null;
  sentAt: string | null;
  url: string | null;
  qr: string | null;
}

export interface DeskPayload {
  shelf: "automatic" | "hidden" | "in_progress" | "open" | "rejected" | "resolved";
  language: Lang | null;
  isAll: boolean;
  cases: DeskCase[];
  hidden: HiddenThing[];
  automatic: AutomaticAct[];
  next: string | null;
}

export interface DeskCase {
  id: string;
  kind: "booking" | "held" | "message" | "post" | "private" | "profile" | "reply" | "translation";
  thingId: string;
  lang: Lang | null;
  state: "in_progress" | "open" | "rejected" | "resolved";
  openedAt: string;
  isLate: boolean;
  claimedBy: string | null;
  claimerName: string | null;
  decidedAt: string | null;
  deciderName: string | null;
  postId: string | null;
  replyNumber: number | null;
  path: string | null;
  title: string | null;
  body: string;
  document: RichTextNode | null;
  poll: DeskPoll | null;
  isHidden: boolean;
  authorId: string | null;
  authorName: string | null;
  reasons: string[];
  reporters: number;
  reports: DeskReport[];
  bookings: DeskBooking[];
  notes: DeskNote[];
  silenceAct: string | null;
  silencedUntil: string | null;
  original: DeskOriginal | null;
}

export interface DeskPoll {
  question: string;
  options: string[];
}

export interface DeskReport {
  id: string;
  reason: "abuse" | "other" | "private" | "spam";
  note: string;
  createdAt: string;
  reporterName: string | null;
}

export interface DeskBooking {
  id: string;
  startsAt: string;
  endsAt: string;
  isCancelled: boolean;
  name: string | null;
  service: string | null;
}

export interface DeskNote {
  id: string;
  body: string;
  createdAt: string;
  authorName: string | null;
}

export interface DeskOriginal {
  language: Lang;
  title: string | null;
  body: string;
}

export interface HiddenThing {
  postId: string;
  replyId: string | null;
  replyNumber: number | null;
  path: string;
  language: Lang;
  title: string | null;
  text: string;
  authorName: string | null;
  hiddenAt: string;
}

export interface AutomaticAct {
  id: string;
  kind: "close" | "hide" | "hold" | "silence";
  reporters: number;
  memberName: string | null;
  path: string;
  title: string | null;
  language: Lang;
  createdAt: string;
  until: string | null;
  undoneAt: string | null;
  undoneBy: string | null;
}

export interface AdminBarriersPayload {
  barriers: Barrier[];
}

export interface Barrier {
  id: string;
  kind: "host" | "mail" | "range";
  value: string;
  note: string;
  createdAt: string;
  creatorName: string | null;
}

export interface PastActsPayload {
  acts: PastAct[];
  next: string | null;
}

export interface PastAct {
  area: "articles" | "forum";
  id: string;
  kind: "clean" | "delete" | "hide" | "lock" | "merge" | "move" | "pin" | "publish" | "show" | "split" | "tag" | "unlock" | "unpin" | "untag" | "withdraw";
  itemCount: number;
  createdAt: string;
  actorName: string | null;
  undoneAt: string | null;
  undoneBy: string | null;
  undoUntil: string | null;
  tag: string | null;
  hasBan: boolean;
  memberId: string | null;
  memberName: string | null;
  forumSlug: string | null;
  forumLanguage: Lang | null;
  forumName: string | null;
  targetId: string | null;
  targetTitle: string | null;
  targetLanguage: Lang | null;
  targetForum: string | null;
}

export interface AdminMessagesPayload {
  messages: Message[];
  next: string | null;
}

export interface Message {
  id: string;
  name: string;
  email: string;
  language: Lang;
  body: string;
  createdAt: string;
  handledAt: string | null;
  handledBy: string | null;
}

export interface AdminPrivacyPayload {
  requests: PrivacyRequest[];
  state: "current" | "done" | "in_progress" | "open" | "refused" | "withdrawn";
  today: string;
  days: number;
  memberId: string | null;
  memberName: string | null;
  next: string | null;
}

export interface PrivacyRequest {
  id: string;
  kind: "access" | "consent" | "correction" | "erasure" | "portability";
  message: string | null;
  receivedOn: string;
  dueOn: string;
  extensionReason: string | null;
  state: "done" | "in_progress" | "open" | "refused" | "withdrawn";
  outcome: string | null;
  closedAt: string | null;
  isOverdue: boolean;
  channel: "email" | "in_person" | "phone" | "site";
  isExtended: boolean;
  isErased: boolean;
  memberId: string | null;
  personName: string | null;
  personContact: string | null;
  handledBy: string | null;
  handlerName: string | null;
}

export interface AdminIncidentsPayload {
  incidents: IncidentRow[];
  state: "closed" | "open";
  next: string | null;
}

export interface IncidentRow {
  id: string;
  title: string;
  discoveredAt: string;
  dueAt: string;
  reportedAt: string | null;
  sentAt: string | null;
  closedAt: string | null;
  total: number | null;
}

export interface AdminIncidentPayload {
  incident: Incident;
  people: IncidentPerson[];
  notices: IncidentText[];
  reports: IncidentText[];
  acts: IncidentAct[];
  places: IncidentPlace[];
  hidesAreas: boolean;
  next: string | null;
}

export interface Incident {
  id: string;
  title: string;
  description: string;
  notes: string;
  discoveredAt: string;
  beganAt: string | null;
  endedAt: string | null;
  dueAt: string;
  reportedAt: string | null;
  closedAt: string | null;
  erasedAt: string | null;
  recordedBy: string | null;
  kinds: ("answers" | "bookings" | "contact" | "email" | "files" | "messages" | "phone" | "profile" | "texts")[];
  scope: "area" | "everybody" | "group" | "member" | "service" | null;
  scopeId: string | null;
  scopeName: string | null;
  dataFrom: string | null;
  dataUntil: string | null;
  listedAt: string | null;
  sentAt: string | null;
  oldest: string | null;
  notified: number | null;
  toNotify: number | null;
  total: number;
  unreachable: number;
  byKind: KindCount[];
}

export interface KindCount {
  kind: "answers" | "bookings" | "contact" | "email" | "files" | "messages" | "phone" | "profile" | "texts";
  count: number;
}

export interface IncidentPerson {
  id: number;
  memberId: string | null;
  isGuest: boolean;
  name: string | null;
  email: string | null;
  phone: string | null;
  language: Lang;
  kinds: DataSince[];
  notifiedAt: string | null;
}

export interface DataSince {
  kind: "answers" | "bookings" | "contact" | "email" | "files" | "messages" | "phone" | "profile" | "texts";
  since: string;
}

export interface IncidentText {
  language: Lang;
  subject: string;
  body: string;
  isSaved: boolean;
  people: number;
  emails: number;
  site: number;
}

export interface IncidentAct {
  at: string;
  step: "changed" | "closed" | "listed" | "read" | "recorded" | "reopened" | "reported" | "sent" | "text" | "unreported";
  actorName: string | null;
  language: Lang | null;
}

export interface IncidentPlace {
  scope: "area" | "everybody" | "group" | "member" | "service";
  id: string;
  name: string;
}

export interface AdminBookingsPayload {
  day: string;
  span: "day" | "week";
  previous: string;
  following: string;
  today: string;
  service: string | null;
  services: AdminServiceLine[];
  bookings: AdminBooking[];
  next: string | null;
}

export interface AdminServiceLine {
  id: string;
  slug: string;
  kind: "appointment" | "session";
  isActive: boolean;
  name: string;
  lang: Lang;
  hostName: string | null;
  languages: Lang[];
  coming: number;
}

export interface AdminBooking {
  id: string;
  status: "booked" | "cancelled" | "waiting";
  startsAt: string;
  endsAt: string;
  partySize: number;
  note: string;
  waitingPosition: number | null;
  memberName: string;
  hostName: string | null;
  serviceId: string;
  serviceSlug: string;
  serviceName: string;
  lang: Lang;
  timeZone: string;
}

export interface ReceptionPayload {
  services: DeskService[];
  service: DeskService | null;
  hosts: ServiceHost[];
  host: string | null;
  day: string;
  today: string;
  times: DeskTime[];
  course: Course | null;
  questions: AskedQuestion[];
}

export interface DeskService {
  id: string;
  name: string;
  lang: Lang;
  capacity: number;
  timeZone: string;
  series: "either" | "single" | "whole" | null;
}

export interface DeskTime {
  startsAt: string;
  endsAt: string;
  left: number;
  waiting: number;
}

export interface AdminServicesPayload {
  services: AdminServiceLine[];
  houseDays: HouseDay[];
  today: string;
  regions: string[];
  holidays: SuggestedHoliday[];
}

export interface HouseDay {
  id: string;
  day: string;
  opens: string | null;
  closes: string | null;
  note: string;
  coming: number;
}

export interface SuggestedHoliday {
  day: string;
  name: string;
  names: Record<string, string>;
  isEstimated: boolean;
  isSubstitute: boolean;
  coming: number;
  closed: string | null;
}

export interface AdminServicePayload {
  service: EditedService | null;
  hosts: HostOption[];
  rooms: RoomLine[];
  intake: IntakeChoices;
  today: string;
}

export interface EditedService {
  id: string;
  slug: string;
  kind: "appointment" | "session";
  hosts: HostOption[];
  rooms: string[];
  pictureUrl: string | null;
  onlineUrl: string | null;
  durationMinutes: number;
  bufferBeforeMinutes: number;
  bufferAfterMinutes: number;
  capacity: number;
  perPerson: number;
  noticeMinutes: number;
  windowDays: number;
  cancelUntilMinutes: number;
  timeZone: string;
  isActive: boolean;
  notifiesStaff: boolean;
  dayLimit: number | null;
  weekLimit: number | null;
  memberLimit: number | null;
  needsConfirmation: boolean;
  requestTakesPlace: boolean;
  requestHours: number;
  offerHours: number;
  allowsGuests: boolean;
  allowsOverlap: boolean;
  reminderMinutes: number[];
  followUpMinutes: number | null;
  threadDays: number | null;
  linkMinutes: number | null;
  hostMessages: ("booked" | "cancelled" | "changed" | "reminder")[];
  deskMessages: ("booked" | "cancelled" | "changed" | "reminder")[];
  answerDays: number;
  series: "either" | "single" | "whole" | null;
  position: number;
  baseSequence: number;
  coming: number;
  texts: ServiceWords[];
  hours: ServiceHours[];
  exceptions: ServiceException[];
  questions: EditedQuestion[];
  price: EditedPrice | null;
}

export interface HostOption {
  id: string;
  name: string;
}

export interface ServiceWords {
  language: Lang;
  name: string;
  description: string;
  place: string;
}

export interface ServiceHours {
  weekday: number;
  opens: string;
  closes: string;
}

export interface ServiceException {
  day: string;
  opens: string | null;
  closes: string | null;
  note: string;
}

export interface EditedQuestion {
  id: string;
  kind: "choice" | "choices" | "consent" | "date" | "file" | "long" | "number" | "text" | "yes_no";
  texts: QuestionWords[];
  options: EditedOption[];
  lowest: number | null;
  highest: number | null;
  isRequired: boolean;
  isSensitive: boolean;
  readerRoles: string[];
}

export interface QuestionWords {
  language: Lang;
  label: string;
  help: string;
}

export interface EditedOption {
  key: string;
  labels: LabelText[];
}

export interface LabelText {
  language: Lang;
  text: string;
}

export interface EditedPrice {
  amount: number;
  currency: string;
  isPerPerson: boolean;
  notes: LabelText[];
  qrUrl: string | null;
}

export interface RoomLine {
  id: string;
  kind: "equipment" | "room";
  names: string;
  name: string;
  isActive: boolean;
  position: number;
  hasHours: boolean;
  services: number;
}

export interface IntakeChoices {
  hasKey: boolean;
  roles: ReaderRole[];
}

export interface ReaderRole {
  id: string;
  preset: string | null;
  name: string;
}

export interface ServiceMessagesPayload {
  id: string;
  name: string;
  lang: Lang;
  kinds: ("booking_cancelled" | "booking_cancelled_by_site" | "booking_changed" | "booking_closed" | "booking_confirmed" | "booking_declined" | "booking_follow_up" | "booking_handed_over" | "booking_offer_over" | "booking_offered" | "booking_promoted" | "booking_reminder" | "booking_reminder_soon" | "booking_request_over" | "booking_requested" | "booking_waiting")[];
  placeholders: string[];
  standard: StandardMessage[];
  own: OwnMessage[];
  hasSms: boolean;
}

export interface StandardMessage {
  kind: "booking_cancelled" | "booking_cancelled_by_site" | "booking_changed" | "booking_closed" | "booking_confirmed" | "booking_declined" | "booking_follow_up" | "booking_handed_over" | "booking_offer_over" | "booking_offered" | "booking_promoted" | "booking_reminder" | "booking_reminder_soon" | "booking_request_over" | "booking_requested" | "booking_waiting";
  lang: Lang;
  subject: string;
  body: string;
  sms: string;
}

export interface OwnMessage {
  kind: "booking_cancelled" | "booking_cancelled_by_site" | "booking_changed" | "booking_closed" | "booking_confirmed" | "booking_declined" | "booking_follow_up" | "booking_handed_over" | "booking_offer_over" | "booking_offered" | "booking_promoted" | "booking_reminder" | "booking_reminder_soon" | "booking_request_over" | "booking_requested" | "booking_waiting";
  lang: Lang;
  subject: string;
  body: string;
  addition: string;
  sms: string;
  changedAt: string;
  changedBy: string | null;
}

export interface AdminPlacesPayload {
  canEdit: boolean;
  people: PersonLine[];
  rooms: RoomLine[];
}

export interface PersonLine {
  id: string;
  name: string;
  pictureUrl: string | null;
  services: number;
  hasHours: boolean;
  awayFrom: string | null;
}

export interface AdminPlacePayload {
  id: string;
  name: string;
  isPerson: boolean;
  hours: WorkSpan[];
  absences: Absence[];
  today: string;
  feed: StaffFeed | null;
  calendars: ReadCalendar[];
}

export interface WorkSpan {
  id: string;
  weekday: number;
  opens: string;
  closes: string;
}

export interface Absence {
  id: string;
  startsAt: string;
  endsAt: string;
  note: string;
  coming: number;
}

export interface AdminResourcesPayload {
  categories: AdminResourceCategory[];
  category: string | null;
  resources: AdminResource[];
  next: string | null;
  audiences: Audience[];
}

export interface AdminResourceCategory {
  id: string;
  slug: string;
  groupId: string | null;
  mayChange: boolean;
  count: number;
  names: AdminResourceCategoryName[];
}

export interface AdminResourceCategoryName {
  language: Lang;
  name: string;
}

export interface AdminResource {
  id: string;
  categoryId: string;
  kind: "contact" | "document" | "form" | "link" | "video";
  files: AdminResourceFile[];
  isPublished: boolean;
  groupId: string | null;
  version: number;
  texts: AdminResourceText[];
}

export interface AdminResourceFile {
  language: Lang | null;
  url: string;
  replacedAt: string;
  olderThan: Lang | null;
  olderSince: string | null;
}

export interface AdminResourceText {
  language: Lang;
  title: string;
  description: string;
}

export interface AdminArticlesPayload {
  articles: AdminArticle[];
  status: "all" | "draft" | "expired" | "outdated" | "planned" | "published" | "undescribed";
  isFirstPage: boolean;
  next: string | null;
}

export interface AdminArticle {
  id: string;
  slug: string;
  lang: Lang;
  title: string;
  state: "draft" | "expired" | "planned" | "published";
  publishAt: string | null;
  expireAt: string | null;
  updatedAt: string;
  authorName: string | null;
  languages: AdminArticleText[];
}

export interface AdminArticleText {
  lang: Lang;
  status: "draft" | "published";
  isSource: boolean;
  isOutdated: boolean;
  isInReview: boolean;
  undescribed: number;
}

export interface AdminTranslationsPayload {
  tasks: TranslationTask[];
  progress: TranslationProgress[];
  language: Lang | null;
  kind: "article" | "page" | "resource" | "service" | null;
  next: string | null;
}

export interface TranslationTask {
  id: string;
  kind: "article" | "page" | "resource" | "service";
  itemId: string;
  lang: Lang;
  sourceLanguage: Lang;
  state: "draft" | "missing" | "outdated";
  amount: number;
  changedAt: string;
  title: string;
  slug: string | null;
  claimedBy: string | null;
  claimerName: string | null;
  claimedUntil: string | null;
}

export interface TranslationProgress {
  lang: Lang;
  total: number;
  done: number;
  words: number;
  characters: number;
}

export interface AdminSearchesPayload {
  terms: EmptySearchTerm[];
}

export interface EmptySearchTerm {
  language: Lang;
  term: string;
  searches: number;
  lastDay: string;
}

export interface AdminSeriesPayload {
  series: AdminSeries[];
  articles: SeriesChoice[];
}

export interface AdminSeries {
  id: string;
  slug: string;
  version: number;
  texts: SeriesText[];
  parts: AdminSeriesPart[];
}

export interface SeriesText {
  lang: Lang;
  title: string;
  description: string;
}

export interface AdminSeriesPart {
  id: string;
  lang: Lang;
  title: string;
  slug: string;
  state: "draft" | "expired" | "planned" | "published";
  languages: Lang[];
}

export interface AdminPagesPayload {
  pages: AdminPageRow[];
}

export interface AdminPageRow {
  id: string;
  slug: string;
  kind: "about" | "page" | "privacy" | "rules" | "terms";
  needsConsent: boolean;
  publishedVersion: number | null;
  publishedAt: string | null;
  updatedAt: string;
  lang: Lang;
  title: string;
  languages: Lang[];
  hasGaps: boolean;
  isChanged: boolean;
  consents: number;
}

export interface PageEditorPayload {
  page: PageDraft | null;
}

export interface PageDraft {
  row: AdminPageRow;
  version: number;
  sourceLanguage: Lang;
  hasAsked: boolean;
  texts: PageDraftText[];
}

export interface PageDraftText {
  lang: Lang;
  title: string;
  body: RichTextNode;
  isReady: boolean;
}

export interface AdminForumsPayload {
  forums: AdminForum[];
  groups: AdminForumGroup[];
  closed: ClosedForum[];
}

export interface AdminForum {
  id: string;
  slug: string;
  isDraft: boolean;
  editWindowHours: number | null;
  postCount: number;
  replyCount: number;
  texts: AdminForumText[];
  parentId: string | null;
  groupId: string | null;
  isRestricted: boolean;
  isConfidential: boolean;
  holdsFirstPosts: boolean | null;
  keptFrom: ("index" | "mail" | "translate")[];
  rights: AdminForumRights[];
}

export interface AdminForumText {
  language: Lang;
  name: string;
  description: string;
}

export interface AdminForumRights {
  groupId: string | null;
  rights: ("create" | "moderate" | "reply" | "see")[];
}

export interface AdminForumGroup {
  id: string;
  lang: Lang;
  name: string;
}

export interface ClosedForum {
  id: string;
  lang: Lang;
  name: string;
}

export interface AdminAppearancePayload {
  preset: "pagi" | "senja" | "teduh";
  accent: string | null;
  fontPair: "kota" | "pustaka" | "ringan" | "serambi";
  logoUrl: string | null;
  coverUrl: string | null;
  coverFocusX: number;
  coverFocusY: number;
  articlePath: string | null;
  postPath: string | null;
  homeSections: ("articles" | "resources" | "talk" | "ways" | "week" | "welcome")[];
  earlier: AdminEarlierAppearance[];
}

export interface AdminEarlierAppearance {
  id: number;
  preset: "pagi" | "senja" | "teduh";
  accent: string | null;
  fontPair: "kota" | "pustaka" | "ringan" | "serambi";
  logoUrl: string | null;
  coverUrl: string | null;
  replacedAt: string;
  replacedBy: string | null;
}

export interface AdminMenuPayload {
  header: AdminMenuItem[];
  footer: AdminMenuItem[];
  pages: AdminMenuPage[];
}

export interface AdminMenuItem {
  screen: string | null;
  pageId: string | null;
  url: string | null;
  labels: MenuLabels;
}

export interface MenuLabels {
  en: string;
  zh: string;
  ms: string;
  vi: string;
}

export interface AdminMenuPage {
  id: string;
  title: string;
}

export interface AdminWordingPayload {
  wordings: AdminWording[];
}

export interface AdminWording {
  lang: Lang;
  key: string;
  text: string;
  original: string;
  changedAt: string;
  changedBy: string | null;
}

export interface EmailPayload {
  checks: EmailCheck[];
  checkedAt: string | null;
  selector: string;
  probe: "arrived" | "lost" | "none" | "waiting";
}

export interface EmailCheck {
  subject: "bounces" | "connection" | "dkim" | "dmarc" | "reverse" | "spf";
  state: "attention" | "good" | "problem";
  code: string;
  about: string;
  record: DnsRecord | null;
}

export interface DnsRecord {
  name: string;
  value: string;
}

export interface FailedMessagesPayload {
  messages: FailedMessage[];
  isFirstPage: boolean;
  next: string | null;
}

export interface FailedMessage {
  id: string;
  kind: string;
  channel: "mail" | "sms" | "whatsapp" | "zalo";
  failedAt: string;
  reason: "expired" | "limit" | "no_provider" | "refused" | "unreachable";
  canResend: boolean;
}

export interface HealthPayload {
  findings: HealthResult[];
  checkedAt: string | null;
  areOld: boolean;
  backups: StoredBackup[];
  openBackup: "running" | "waiting" | null;
}

export interface HealthResult {
  subject: "backup" | "backup_copy" | "backup_folder" | "data_folder" | "database" | "email" | "email_records" | "files" | "jobs" | "restore_test";
  state: "attention" | "good" | "problem";
  code: string;
  details: HealthDetails;
}

export interface HealthDetails {
  bytes: number | null;
  count: number | null;
  at: string | null;
  folder: string | null;
  error: string | null;
  reason: "expired" | "limit" | "no_provider" | "refused" | "unreachable" | null;
}

export interface StoredBackup {
  file: string;
  bytes: number;
  madeAt: string;
  isScheduled: boolean;
}

export interface AdminSettingsPayload {
  settings: AdminSetting[];
}

export interface AdminSetting {
  name: string;
  words: string;
  value: string | number | boolean | string[] | null;
  default: string | number | boolean | string[] | null;
  changeId: number | null;
  before: string | number | boolean | string[] | null;
  changedAt: string | null;
  changedBy: string | null;
}

export interface AdminHoursPayload {
  week: [number, number][][];
  exceptions: AdminSpecialDay[];
  addresses: AdminAddress[];
  phone: string;
  mapUrl: string;
}

export interface AdminSpecialDay {
  day: string;
  hours: [number, number][];
  notes: Record<string, string>;
}

export interface AdminAddress {
  language: Lang;
  address: string;
  openingHours: string;
}

export interface AdminSitePayload {
  timeZone: string;
  defaultLanguage: Lang;
  requiresBotCheck: boolean;
  botCheckAfter: number | null;
  administratorsNeedFactor: boolean;
  hasDirectory: boolean;
  hasMessages: boolean;
  commentsForumId: string | null;
  holdsFirstPosts: boolean;
  limitsNewcomers: boolean;
  postGapSeconds: number;
  hidesAfterReports: number | null;
  embedHosts: string[];
  noticeDays: number;
  searchDays: number;
  fileDays: number;
  draftDays: number;
  messageDays: number;
  privacyDays: number;
  services: EmbedService[];
  forums: ForumName[];
  texts: AdminSiteText[];
}

export interface EmbedService {
  slug: string;
  name: string;
}

export interface AdminSiteText {
  lang: Lang;
  name: string;
  tagline: string;
  home: RichTextNode;
  about: RichTextNode;
  openingHours: string;
}

export interface ScreenPayloads {
  home: HomePayload;
  about: AboutPayload;
  contact: ContactPayload;
  page: SitePagePayload;
  blog: BlogPayload;
  "blog.new": BlogWritePayload;
  "blog.article": BlogArticlePayload;
  "blog.series": BlogSeriesPayload;
  "blog.edit": BlogWritePayload;
  "blog.history": BlogHistoryPayload;
  "admin.reviews": AdminReviewsPayload;
  book: BookPayload;
  "book.service": BookServicePayload;
  "book.view": BookViewPayload;
  "book.ticket": BookViewPayload;
  "book.answer": BookAnswerPayload;
  forum: ForumsPayload;
  "forum.forum": ForumPayload;
  topics: TopicsPayload;
  "translation.list": TranslationsPayload;
  "forum.post": ForumPostPayload;
  "forum.history": ForumHistoryPayload;
  "post.new": ForumNewPostPayload;
  resources: ResourcesPayload;
  search: SearchPayload;
  profile: ProfilePayload;
  "profile.security": SecurityPayload;
  "profile.bookmarks": BookmarksPayload;
  notifications: NotificationsPayload;
  "notifications.settings": NoticeSettingsPayload;
  unsubscribe: UnsubscribePayload;
  newsletter: NewsletterPayload;
  people: DirectoryPayload;
  "people.following": FollowingPayload;
  groups: GroupsPayload;
  group: GroupPayload;
  messages: ConversationsPayload;
  "messages.person": ConversationPayload;
  "people.person": PersonPayload;
  day: DayBoardPayload;
  "day.report": DayReportPayload;
  "day.calendars": DayCalendarsPayload;
  "day.check-in": CheckInPayload;
  "day.serving": NowServingPayload;
  signin: SignInOptions;
  signup: SignUpPayload;
  consent: ConsentPayload;
  welcome: NoData;
  "forget-password": SignInOptions;
  "reset-password": NoData;
  admin: AdminPayload;
  "admin.setup": SetupPayload;
  "admin.members": MembersPayload;
  "admin.member": MemberPayload;
  "admin.groups": GroupsPayload;
  "admin.group": AdminGroupPayload;
  "admin.log": StaffLogPayload;
  "admin.invitations": InvitationsPayload;
  "admin.desk": DeskPayload;
  "admin.barriers": AdminBarriersPayload;
  "admin.acts": PastActsPayload;
  "admin.messages": AdminMessagesPayload;
  "admin.privacy": AdminPrivacyPayload;
  "admin.incidents": AdminIncidentsPayload;
  "admin.incident": AdminIncidentPayload;
  "admin.bookings": AdminBookingsPayload;
  "admin.reception": ReceptionPayload;
  "admin.services": AdminServicesPayload;
  "admin.service": AdminServicePayload;
  "admin.service-messages": ServiceMessagesPayload;
  "admin.places": AdminPlacesPayload;
  "admin.place": AdminPlacePayload;
  "admin.resources": AdminResourcesPayload;
  "admin.articles": AdminArticlesPayload;
  "admin.translations": AdminTranslationsPayload;
  "admin.searches": AdminSearchesPayload;
  "admin.series": AdminSeriesPayload;
  "admin.pages": AdminPagesPayload;
  "admin.page": PageEditorPayload;
  "admin.forums": AdminForumsPayload;
  "admin.appearance": AdminAppearancePayload;
  "admin.menu": AdminMenuPayload;
  "admin.wording": AdminWordingPayload;
  "admin.email": EmailPayload;
  "admin.failed": FailedMessagesPayload;
  "admin.health": HealthPayload;
  "admin.settings": AdminSettingsPayload;
  "admin.hours": AdminHoursPayload;
  "admin.site": AdminSitePayload;
}
