/** What only administrators see: its texts are a file of their own, so that readers do not load them. */
const DESK = /^(admin|blog\.(new|edit|write))(\.|$)/;

export function isDeskText(key: string): boolean {
  return DESK.test(key);
}

export function isDeskScreen(screen: string | null | undefined): boolean {
  return screen != null && DESK.test(screen);
}
