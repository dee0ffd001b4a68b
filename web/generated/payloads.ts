// Written by `balai types` from balai/site/routes.py. Not edited by hand.
import type { Lang } from "../lib/page";

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
  site?: PageSettings;
  supabase?: SupabaseAccess;
  build?: string;
}

export interface Visitor {
  id: string;
  displayName: string;
  pictureUrl: string | null;
  isAdmin: boolean;
  language: Lang | null;
  timeZone: string | null;
}

export interface Alternate {
  lang: Lang;
  path: string;
}

export interface DocumentHead {
  title: string;
  description: string | null;
  canonical: string | null;
  ogImage: string | null;
  ogType: string;
  jsonLd: Record<string, unknown>[];
  noindex: boolean;
}

export interface PageSettings {
  name: string;
  tagline: string;
  logoUrl: string | null;
  timeZone: string;
  languages: Lang[];
}

export interface SupabaseAccess {
  url: string;
  anonKey: string;
}

export type NoData = Record<string, never>;

export interface ScreenPayloads {
  home: NoData;
  about: NoData;
  blog: NoData;
  "blog.new": NoData;
  "blog.article": NoData;
  "blog.edit": NoData;
  book: NoData;
  "book.service": NoData;
  "book.view": NoData;
  forum: NoData;
  "forum.forum": NoData;
  "forum.post": NoData;
  "post.new": NoData;
  resources: NoData;
  search: NoData;
  profile: NoData;
  signin: NoData;
  signup: NoData;
  "forget-password": NoData;
  "reset-password": NoData;
  admin: NoData;
  "admin.members": NoData;
  "admin.reports": NoData;
  "admin.bookings": NoData;
  "admin.services": NoData;
  "admin.service": NoData;
  "admin.resources": NoData;
  "admin.articles": NoData;
  "admin.forums": NoData;
  "admin.site": NoData;
}
