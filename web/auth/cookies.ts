/**
 * Cookies that the server reads for rendering: the language, and four of the session. None of them authorises a write;
 * writes carry the bearer token.
 */
interface SessionTokens {
  access_token: string;
  refresh_token: string;
  provider_token?: string | null;
  provider_refresh_token?: string | null;
}

const YEAR = 365 * 24 * 60 * 60;

export const LANGUAGE_COOKIE = "i18n_redirected";
const SESSION_COOKIES = [
  ["sb-access-token", "access_token"],
  ["sb-refresh-token", "refresh_token"],
  ["sb-provider-token", "provider_token"],
  ["sb-provider-refresh-token", "provider_refresh_token"],
] as const;

/** The text of a cookie for 365 days; without a value, the text that removes it. */
export function cookieText(name: string, value: string | null | undefined, isSecure: boolean): string {
  const life = value ? YEAR : 0;
  const text = `${name}=${encodeURIComponent(value ?? "")}; Path=/; Max-Age=${life}; SameSite=Lax`;
  return isSecure ? `${text}; Secure` : text;
}

export function setCookie(name: string, value: string | null | undefined): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that our readers have.
  document.cookie = cookieText(name, value, location.protocol === "https:");
}

export function setSessionCookies(tokens: SessionTokens | null): void {
  for (const [cookie, token] of SESSION_COOKIES) setCookie(cookie, tokens?.[token]);
}

/** The access token of the session in the cookies, shared by all tabs. */
export function findSessionToken(): string | undefined {
  const start = `${SESSION_COOKIES[0][0]}=`;
  const pair = document.cookie.split("; ").find((pair) => pair.startsWith(start));
  return pair && decodeURIComponent(pair.slice(start.length));
}
