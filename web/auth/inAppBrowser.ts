/**
 * Detects in-app browsers, and which providers reject sign-ins from them.
 *
 * Google answers 403 `disallowed_useragent` to every embedded browser. Facebook signs in within its own apps and refuses
 * other Android web views. The screens then offer a code by email, and a link that opens the real browser.
 */
export interface InAppBrowser {
  /** The app's name as people know it; empty for an app that does not say. */
  app: string;
  /** Provider names, as in `/authorize?provider=`, that reject this browser. */
  blocked: readonly string[];
  /** How to leave it: a query parameter, an intent, or only the app's own menu. */
  exit: "mark" | "intent" | "menu";
}

// The first that matches counts: Messenger calls itself a Facebook browser too.
const APPS: readonly [pattern: RegExp, app: string][] = [
  [/MicroMessenger/i, "WeChat"],
  [/\bLine\//, "LINE"],
  [/\bZalo\b/i, "Zalo"],
  [/Instagram/, "Instagram"],
  [/MessengerForiOS|MessengerLiteForiOS|FB_IAB\/(?:MESSENGER|Orca)|Orca-Android/i, "Messenger"],
  [/FBAN\/|FBAV\/|FB_IAB\//, "Facebook"],
  [/musical_ly|BytedanceWebview|TikTok|trill_/i, "TikTok"],
  [/KAKAOTALK/i, "KakaoTalk"],
  [/Telegram-Android/i, "Telegram"],
  [/Snapchat\//, "Snapchat"],
  [/LinkedInApp/, "LinkedIn"],
  [/Twitter for iP|TwitterAndroid/, "X"],
  [/\bQQ\//, "QQ"],
  [/AlipayClient/, "Alipay"],
];
const ANDROID_WEB_VIEW = /Android.*;\s*wv\)/;
// Safari and every browser built on it for iOS says Safari/; a bare web view does not.
const IOS_WEB_VIEW = /(?:iPhone|iPad|iPod)(?!.*Safari\/).*AppleWebKit/;
const OWN_APPS = ["Facebook", "Messenger", "Instagram"];

/** The embedded browser that a user agent belongs to; null for a browser of its own. */
export function findInAppBrowser(userAgent: string): InAppBrowser | null {
  const app = APPS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const isAndroid = /Android/.test(userAgent);
  if (app === undefined && !ANDROID_WEB_VIEW.test(userAgent) && !IOS_WEB_VIEW.test(userAgent)) return null;
  const refusesFacebook = isAndroid && !OWN_APPS.includes(app ?? "");
  return {
    app: app ?? "",
    blocked: refusesFacebook ? ["google", "facebook"] : ["google"],
    exit: exitOf(app, isAndroid),
  };
}

/** The address that opens a page in the real browser; null where only the app's menu can. */
export function addressOutside(browser: InAppBrowser, address: string): string | null {
  const url = new URL(address);
  if (browser.exit === "mark") {
    url.searchParams.set("openExternalBrowser", "1");
    return url.href;
  }
  if (browser.exit === "menu") return null;
  const scheme = url.protocol.slice(0, -1);
  return `intent://${url.host}${url.pathname}${url.search}#Intent;scheme=${scheme};end`;
}

function exitOf(app: string | undefined, isAndroid: boolean): InAppBrowser["exit"] {
  if (app === "LINE") return "mark";
  // WeChat, QQ and Alipay ignore intents silently.
  const swallows = app === "WeChat" || app === "QQ" || app === "Alipay";
  return isAndroid && !swallows ? "intent" : "menu";
}
