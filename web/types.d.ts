/** In Chromium: the page is being prepared before it is asked for. */
interface Document {
  readonly prerendering?: boolean;
}
declare module "react-dom-render-to-string" {
  export { renderToString } from "react-dom/server";
}
declare module "core-js/web/*";
declare module "*.json?account" {
  const texts: Record<string, string>;
  // biome-ignore lint/style/noDefaultExport: JSON modules have no other.
  export default texts;
}
declare module "*.json?admin" {
  const texts: Record<string, string>;
  // biome-ignore lint/style/noDefaultExport: JSON modules have no other.
  export default texts;
}
declare module "*.json?booking" {
  const texts: Record<string, string>;
  // biome-ignore lint/style/noDefaultExport: JSON modules have no other.
  export default texts;
}
declare module "*.json?editor" {
  const texts: Record<string, string>;
  // biome-ignore lint/style/noDefaultExport: JSON modules have no other.
  export default texts;
}
declare module "*.json?failures" {
  const texts: Record<string, string>;
  // biome-ignore lint/style/noDefaultExport: JSON modules have no other.
  export default texts;
}
declare module "*.json?forum" {
  const texts: Record<string, string>;
  // biome-ignore lint/style/noDefaultExport: JSON modules have no other.
  export default texts;
}

declare module "*.json?people" {
  const texts: Record<string, string>;
  // biome-ignore lint/style/noDefaultExport: JSON modules have no other.
  export default texts;
}

declare module "*.json?search" {
  const texts: Record<string, string>;
  // biome-ignore lint/style/noDefaultExport: JSON modules have no other.
  export default texts;
}
declare module "*.json?home" {
  const texts: Record<string, string>;
  // biome-ignore lint/style/noDefaultExport: JSON modules have no other.
  export default texts;
}
declare module "*.json?ticket" {
  const texts: Record<string, string>;
  // biome-ignore lint/style/noDefaultExport: JSON modules have no other.
  export default texts;
}
declare module "*.json?topics" {
  const texts: Record<string, string>;
  // biome-ignore lint/style/noDefaultExport: JSON modules have no other.
  export default texts;
}
declare module "*?raw" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: as above.
  export default text;
}
declare module "*?no-inline" {
  const address: string;
  // biome-ignore lint/style/noDefaultExport: as above.
  export default address;
}
