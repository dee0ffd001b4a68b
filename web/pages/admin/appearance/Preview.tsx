import { useCallback, useEffect, useRef, useState } from "react";
import { MoonIcon, SunIcon } from "../../../components/icons";
import { pathTo } from "../../../generated/paths";
import type { AdminAppearancePayload } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { useTranslation } from "../../../lib/texts";
import { dress, type Look, previewPath } from "./look";
import styles from "./Preview.module.css";

interface Props {
  look: Look;
  data: Pick<AdminAppearancePayload, "articlePath" | "postPath">;
}

const WIDTHS = { phone: 390, desktop: 1280 } as const;

/**
 * Real pages of the site in a frame, with what is not published yet. Their scripts do not run and nothing in them can be
 * pressed: they are the server's HTML and the style sheets. Colours and fonts change without a request.
 */
export function Preview({ look, data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const [page, setPage] = useState<"home" | "article" | "post">("home");
  const [scheme, setScheme] = useState<"light" | "dark">("light");
  const [device, setDevice] = useState<keyof typeof WIDTHS>("phone");
  const paths = { home: pathTo.home({ lang }), article: data.articlePath, post: data.postPath };
  const choose = <T extends string>(
    value: T,
    chosen: T,
    onChoose: (value: T) => void,
    label: React.ReactNode,
    name?: string,
  ) => (
    <button
      key={value}
      type="button"
      className={styles.choice}
      aria-pressed={value === chosen}
      aria-label={name}
      onClick={() => onChoose(value)}
    >
      {label}
    </button>
  );
  return (
    <section className={styles.preview} aria-labelledby="preview-title">
      <div className={styles.bar}>
        <h2 id="preview-title" className={styles.title}>
          {t("admin.appearance.preview")}
        </h2>
        <fieldset className={styles.group} aria-label={t("admin.appearance.previewScheme")}>
          {choose("light", scheme, setScheme, <SunIcon />, t("admin.appearance.light"))}
          {choose("dark", scheme, setScheme, <MoonIcon />, t("admin.appearance.dark"))}
        </fieldset>
      </div>
      <div className={styles.bar}>
        <fieldset className={styles.group} aria-label={t("admin.appearance.previewPage")}>
          {choose("home", page, setPage, t("admin.appearance.page.home"))}
          {paths.article && choose("article", page, setPage, t("admin.appearance.page.article"))}
          {paths.post && choose("post", page, setPage, t("admin.appearance.page.post"))}
        </fieldset>
        <fieldset className={styles.group} aria-label={t("admin.appearance.previewWidth")}>
          {choose("phone", device, setDevice, t("admin.appearance.phone"))}
          {choose("desktop", device, setDevice, t("admin.appearance.desktop"))}
        </fieldset>
      </div>
      <Frame path={paths[page] ?? paths.home} look={look} scheme={scheme} width={WIDTHS[device]} />
    </section>
  );
}

interface FrameProps {
  path: string;
  look: Look;
  scheme: "light" | "dark";
  width: number;
}

function Frame({ path, look, scheme, width }: FrameProps) {
  const { t } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  const { place, scale } = useScale(width);
  const [isLoading, setLoading] = useState(true);
  const address = previewPath(path, look);

  const dressFrame = useCallback(() => {
    const shown = frame.current?.contentDocument;
    if (!shown?.body) return;
    dress(shown.documentElement, look);
    shown.documentElement.dataset.scheme = scheme;
    shown.body.inert = true;
    // It may have loaded before hydration.
    if (shown.readyState === "complete" && shown.URL !== "about:blank") setLoading(false);
  }, [look, scheme]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another page.
  useEffect(() => setLoading(true), [address]);
  useEffect(dressFrame, [dressFrame]);

  return (
    <div ref={place} className={styles.place} style={{ "--wide": `${width}px`, "--scale": scale }}>
      <iframe
        ref={frame}
        className={styles.frame}
        data-loading={isLoading || undefined}
        title={t("admin.appearance.preview")}
        src={address}
        sandbox="allow-same-origin"
        onLoad={dressFrame}
      />
    </div>
  );
}

/** How much a page of a width must shrink to fit its place; never enlarged. */
function useScale(width: number) {
  const place = useRef<HTMLDivElement>(null);
  const [available, setAvailable] = useState(width);
  useEffect(() => {
    if (!place.current) return;
    const watcher = new ResizeObserver(([entry]) => entry && setAvailable(entry.contentRect.width));
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);
  return { place, scale: Math.min(1, available / width) };
}
