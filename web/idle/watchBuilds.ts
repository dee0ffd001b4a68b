/** Every hour the browser fetches the name of the latest build; if it differs, a toast offers to reload. */
import { isBuildOutdated, markOutdated } from "../lib/build";
import { showToast } from "../lib/toasts";

const HOUR = 3_600_000;

export function watchBuilds(build: string, texts: () => { offer: string; reload: string }): void {
  setInterval(() => checkBuild(build, texts), HOUR);
}

async function checkBuild(build: string, texts: () => { offer: string; reload: string }): Promise<void> {
  if (isBuildOutdated()) return;
  try {
    const response = await fetch(`/builds/latest.json?${Date.now()}`);
    const latest: unknown = await response.json();
    if (!response.ok || typeof latest !== "object" || latest === null || !("id" in latest)) return;
    if (latest.id === build) return;
  } catch {
    // No connection. The next check is in an hour.
    return;
  }
  markOutdated();
  const { offer, reload } = texts();
  showToast(offer, { action: { label: reload, run: () => location.reload() } });
}
