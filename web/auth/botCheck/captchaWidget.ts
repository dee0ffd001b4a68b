/**
 * The CAPTCHA of Turnstile or hCaptcha, if configured. Its script is loaded by the first call that needs a token. Both
 * are invisible if possible; a question to the visitor appears in a box at the lower edge.
 */
import { getText } from "../../lib/i18n";
import { findLang, type Lang } from "../../lib/page";

export type WidgetProvider = "turnstile" | "hcaptcha";

/** The part of both services' objects that is used here; it is the same in both. */
interface Widget {
  render: (box: HTMLElement, options: Record<string, unknown>) => string;
  execute: (id: string) => unknown;
  remove: (id: string) => void;
}

const SCRIPTS: Record<WidgetProvider, string> = {
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit",
  hcaptcha: "https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off",
};
const LANGUAGES: Record<Lang, string> = { en: "en", zh: "zh-CN", ms: "ms", vi: "vi" };
/** For a service that neither responds nor fails. */
const PATIENCE_MS = 120_000;
const LOADING_MS = 15_000;

export async function askWidget(provider: WidgetProvider, siteKey: string): Promise<string> {
  const widget = await loadWidget(provider);
  const { box, show } = makeBox();
  let id: string | undefined;
  try {
    return await new Promise<string>((resolve, reject) => {
      const fail = () => reject(new Error(`${provider} gave no token`));
      setTimeout(fail, PATIENCE_MS);
      id = widget.render(box, {
        sitekey: siteKey,
        callback: resolve,
        "error-callback": fail,
        "timeout-callback": fail,
        "close-callback": fail,
        ...looksOf(provider, show),
      });
      if (provider === "hcaptcha") widget.execute(id);
    });
  } finally {
    if (id !== undefined) widget.remove(id);
    box.parentElement?.remove();
  }
}

/** Invisible if possible, in the reader's language. hCaptcha overlays its question by itself. */
function looksOf(provider: WidgetProvider, show: () => void): Record<string, unknown> {
  const language = LANGUAGES[findLang(location.pathname) ?? "en"];
  if (provider === "hcaptcha") return { size: "invisible", hl: language };
  return { appearance: "interaction-only", language, "before-interactive-callback": show };
}

function makeBox(): { box: HTMLElement; show: () => void } {
  const frame = document.createElement("section");
  const said = document.createElement("p");
  const box = document.createElement("div");
  frame.style.cssText =
    "position:fixed;inset:auto 0 0;z-index:400;display:grid;justify-items:center;gap:var(--space-2);" +
    "background:var(--surface);color:var(--text)";
  said.setAttribute("role", "status");
  frame.append(said, box);
  document.body.append(frame);
  const show = () => {
    frame.style.padding = "var(--space-4)";
    frame.style.borderTop = "1px solid var(--line)";
    said.textContent = getText(findLang(location.pathname) ?? "en")("common.human");
  };
  return { box, show };
}

const loads: Partial<Record<WidgetProvider, Promise<Widget>>> = {};

function loadWidget(provider: WidgetProvider): Promise<Widget> {
  loads[provider] ??= loadScript(SCRIPTS[provider])
    .then(() => waitFor(() => (window as unknown as Partial<Record<string, Widget>>)[provider]))
    .catch((error: unknown) => {
      // The next call retries.
      delete loads[provider];
      throw error;
    });
  return loads[provider];
}

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.async = true;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(`${address} did not load`));
    };
    document.head.append(script);
  });
}

/** hCaptcha's script loads more of itself afterwards. */
async function waitFor<T>(find: () => T | undefined): Promise<T> {
  for (const until = performance.now() + LOADING_MS; performance.now() < until; ) {
    const found = find();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the captcha did not start");
}
